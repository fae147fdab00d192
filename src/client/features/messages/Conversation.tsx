import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageForm } from '#client/session/MessageForm.tsx'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { type Message, messageLength } from '#domain/messages/message.ts'
import { permissions } from '#domain/session/permissions.ts'
import { isUnread } from './unread.ts'

interface ConversationProps {
  /** The latest first. */
  readonly messages: readonly Message[]
  readonly readBefore: string
}

/** One bidder's conversation with the opener, or the supervisors': the messages that the opener has not answered, the answer form, and those before. */
export function Conversation({ messages, readBefore }: ConversationProps) {
  const { t } = useTranslation('messages')
  const role = useRole()
  const head = useId()
  const bidderCode = messages[0]?.bidderCode ?? null
  const bidder = useSession(({ state }) => state.bidders[bidderCode ?? '']?.name)
  const isOpen = useSession(({ state }) => permissions.PostMessage.statuses.includes(state.status))
  const name = bidderCode === null ? t('supervisors') : (bidder ?? bidderCode)
  // Its last answer and all before it stand below the form; without one, all above it.
  const lastAnswer = messages.findIndex(({ from }) => from === 'opener')
  const answered = lastAnswer === -1 ? messages.length : lastAnswer
  const shown = (some: readonly Message[]) =>
    some.map((message) => (
      <OneMessage key={message.seq} message={message} isNew={isUnread(role, message, readBefore)} />
    ))
  return (
    <Stack as="section" aria-labelledby={head} gap="3" borderWidth="1px" rounded="md" p="4">
      <Heading as="h3" size="sm" id={head} overflowWrap="anywhere">
        {name}
      </Heading>
      {shown(messages.slice(0, answered))}
      {role === 'opener' && isOpen && (
        <MessageForm
          label={t('answer', { name })}
          limit={t(bidderCode === null ? 'answerSupervisorLimit' : 'answerLimit', { maximum: messageLength })}
          submitLabel={t('sendAnswer')}
          answers={{ bidderCode }}
        />
      )}
      {shown(messages.slice(answered))}
    </Stack>
  )
}

function OneMessage({ message: { from, name, text, at }, isNew }: { message: Message; isNew: boolean }) {
  const { t } = useTranslation('messages')
  return (
    <Box borderInlineStartWidth="3px" borderColor={from === 'opener' ? 'fg.info' : 'border'} ps="3">
      <Flex align="baseline" columnGap="3" wrap="wrap" textStyle="sm" color="fg.muted">
        <Text overflowWrap="anywhere">
          {t(`shell:role_${from}`)} {name}
        </Text>
        <Timestamp at={at} />
        {isNew && <StatusBadge tone="info">{t('new')}</StatusBadge>}
      </Flex>
      <Text whiteSpace="pre-line" overflowWrap="anywhere">
        {text}
      </Text>
    </Box>
  )
}
