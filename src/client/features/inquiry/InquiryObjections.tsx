import { Heading, Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Statement } from '#client/session/Statement.tsx'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { inquiryObjections } from '#domain/inquiry/inquiry.ts'

/** The objections to the opening that the viewer may see, with their replies; the opener replies here (INQ-8). */
export function InquiryObjections({ level }: { level: 'h2' | 'h3' }) {
  const { t } = useTranslation('inquiry')
  const send = useSend()
  const state = useSession((snapshot) => snapshot.state)
  const objections = useMemo(() => inquiryObjections(state), [state])
  if (objections.length === 0) return null
  return (
    <Stack gap="3">
      <Heading as={level} size="sm">
        {t('objections')}
      </Heading>
      {objections.map(({ bidder: { code, name }, answer }) => (
        <Statement
          key={code}
          name={name}
          said={answer}
          replyLabel={t('replyTo', { name })}
          draft={`inquiry-reply.${code}`}
          send={(content) => send('ReplyInquiry', { bidderCode: code, content })}
        />
      ))}
    </Stack>
  )
}
