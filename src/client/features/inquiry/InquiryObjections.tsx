import { Heading, Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Statement } from '#client/session/Statement.tsx'
import { useRounds } from '#client/session/use-rounds.ts'
import { useSend } from '#client/store/session-provider.tsx'
import { inquiryObjections } from '#domain/inquiry/inquiry.ts'

/**
 * The objections to the opening of each envelope that the viewer may see, or of the current one only, with their replies;
 * the opener replies here (INQ-8).
 */
export function InquiryObjections({ currentOnly = false }: { currentOnly?: boolean }) {
  const { t } = useTranslation('inquiry')
  const send = useSend()
  const rounds = useRounds()
  return (currentOnly ? rounds.slice(0, 1) : rounds).map(({ round, suffix, isOver }) => {
    const objections = inquiryObjections(round)
    if (objections.length === 0) return null
    return (
      <Stack key={suffix} gap="3">
        <Heading as="h3" size="sm">
          {`${t('objections')}${suffix}`}
        </Heading>
        {objections.map(({ bidder: { code, name }, answer }) => (
          <Statement
            key={code}
            name={name}
            said={answer}
            isOver={isOver}
            replyLabel={t('replyTo', { name })}
            draft={`inquiry-reply.${code}`}
            send={(content) => send('ReplyInquiry', { bidderCode: code, content })}
          />
        ))}
      </Stack>
    )
  })
}
