import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ReplyForm } from '#client/session/ReplyForm.tsx'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { isRecordFixed } from '#domain/ending/record-fixed.ts'
import { inquiryObjections } from '#domain/inquiry/inquiry.ts'
import type { InquiryAnswer } from '#domain/inquiry/inquiry-state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'

/** The objections to the opening that the viewer may see, with their replies; the opener replies here (INQ-8). */
export function InquiryObjections({ level }: { level: 'h2' | 'h3' }) {
  const { t } = useTranslation('inquiry')
  const state = useSession((snapshot) => snapshot.state)
  const objections = useMemo(() => inquiryObjections(state), [state])
  if (objections.length === 0) return null
  return (
    <Stack gap="3">
      <Heading as={level} size="sm">
        {t('objections')}
      </Heading>
      {objections.map(({ bidder, answer }) => (
        <Objection key={bidder.code} bidder={bidder} answer={answer} />
      ))}
    </Stack>
  )
}

interface ObjectionProps {
  readonly bidder: BidderState
  readonly answer: InquiryAnswer
}

function Objection({ bidder, answer }: ObjectionProps) {
  const { t } = useTranslation('inquiry')
  const isOpener = useRole() === 'opener'
  const fixed = useSession(({ state }) => isRecordFixed(state))
  const head = useId()
  const { reply } = answer
  return (
    <Box as="article" aria-labelledby={head} borderWidth="1px" rounded="md" p="4">
      <Flex justify="space-between" gap="3" wrap="wrap" mb="2">
        <Flex id={head} align="baseline" columnGap="3" wrap="wrap" minW="0">
          <Text fontWeight="semibold" overflowWrap="anywhere">
            {bidder.name}
          </Text>
          <Text textStyle="sm" color="fg.muted">
            <Timestamp at={answer.at} />
          </Text>
        </Flex>
        {!reply && <StatusBadge tone="waiting">{t('waiting')}</StatusBadge>}
      </Flex>
      <Text whiteSpace="pre-line" overflowWrap="anywhere">
        {answer.text}
      </Text>
      {reply && (
        <Stack gap="2" mt="3" ps="4" borderInlineStartWidth="3px">
          <Text textStyle="sm" color="fg.muted">
            {t('replyOfOpener')} · <Timestamp at={reply.at} />
          </Text>
          <Text whiteSpace="pre-line" overflowWrap="anywhere">
            {reply.content}
          </Text>
        </Stack>
      )}
      {!reply && isOpener && !fixed && <Replying bidder={bidder} />}
    </Box>
  )
}

function Replying({ bidder: { code, name } }: Pick<ObjectionProps, 'bidder'>) {
  const { t } = useTranslation('inquiry')
  const send = useSend()
  const session = useSessionId()
  const envelope = useSession(({ state }) => state.stage.number)
  return (
    <ReplyForm
      open={{ text: t('reply'), label: t('replyTo', { name }) }}
      draftKey={`inquiry-reply.${session}.${envelope}.${code}`}
      label={t('replyContent')}
      hint={t('replyHint')}
      submitLabel={t('submitReply')}
      doneText={t('replied')}
      failedText={t('replyFailed')}
      send={(content) => send('ReplyInquiry', { bidderCode: code, content })}
    />
  )
}
