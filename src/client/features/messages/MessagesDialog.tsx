import { Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { MessageForm } from '#client/session/MessageForm.tsx'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { messageLength, messagesPerMinute } from '#domain/messages/message.ts'
import { permissions } from '#domain/session/permissions.ts'
import { Conversation } from './Conversation.tsx'
import { conversationsOf } from './conversations.ts'

interface MessagesDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Messages after this seq are marked as unread. */
  readonly readBefore: string
}

/** The conversations with the opener that the viewer may see, the latest first, and the form for a message to the opener. */
export function MessagesDialog({ open, onClose, readBefore }: MessagesDialogProps) {
  const { t } = useTranslation('messages')
  const conversations = conversationsOf(useSession(({ state }) => state.messages))
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="lg">
      <Stack gap="5">
        <Text textStyle="sm" color="fg.muted">
          {t('notAnObjection')}
        </Text>
        <WriteToOpener />
        {conversations.length === 0 && <Text color="fg.muted">{t('none')}</Text>}
        {conversations.map((messages) => (
          <Conversation key={messages[0]?.bidderCode ?? ''} messages={messages} readBefore={readBefore} />
        ))}
      </Stack>
    </Dialog>
  )
}

/** For bidders and supervisors. */
function WriteToOpener() {
  const { t } = useTranslation('messages')
  const role = useRole()
  const { messagesFrom } = useVariant().rules
  const status = useSession(({ state }) => state.status)
  if (!permissions.PostMessage.statuses.includes(status)) return <Notice tone="info">{t('ended')}</Notice>
  if (role !== 'bidder' && role !== 'supervisor') return null
  if (!messagesFrom.includes(role)) return <Notice tone="info">{t('notTaken')}</Notice>
  const limits = { maximum: messageLength, perMinute: messagesPerMinute }
  return (
    <MessageForm
      label={t('write')}
      limit={t(role === 'bidder' ? 'writeLimit' : 'writeLimitSupervisor', limits)}
      submitLabel={t('send')}
    />
  )
}
