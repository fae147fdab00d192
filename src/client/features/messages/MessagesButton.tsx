import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { HeaderButton } from '#client/ui/HeaderButton.tsx'
import { LetterIcon } from '#client/ui/icons.tsx'
import { MessagesDialog } from './MessagesDialog.tsx'
import { isUnread } from './unread.ts'
import { useReadMark } from './use-read-mark.ts'

/** Opens the messages to and from the opener; shows how many are unread. Not there where nobody may write. */
export function MessagesButton() {
  const { t } = useTranslation('messages')
  const role = useRole()
  const { messagesFrom } = useVariant().rules
  const messages = useSession(({ state }) => state.messages)
  const { read, markRead } = useReadMark(role)
  const [open, setOpen] = useState(false)
  const last = messages.at(-1)?.at ?? ''
  // What was unread when the dialog opened stays marked until it closes.
  const [readBefore, setReadBefore] = useState('')
  useEffect(() => {
    if (open) markRead(last)
  }, [open, last, markRead])

  const mayWrite = messagesFrom.some((sender) => sender === role)
  const isOffered = role === 'bidder' || role === 'supervisor' ? mayWrite : messagesFrom.length > 0
  if (!isOffered && messages.length === 0) return null
  const count = messages.filter((message) => isUnread(role, message, read)).length
  const label = count > 0 ? t('openUnread', { count }) : t('open')
  return (
    <>
      <HeaderButton
        icon={<LetterIcon />}
        text={t('open')}
        label={label}
        count={count}
        onClick={() => {
          setReadBefore(read)
          setOpen(true)
        }}
      />
      <MessagesDialog open={open} onClose={() => setOpen(false)} readBefore={readBefore} />
    </>
  )
}
