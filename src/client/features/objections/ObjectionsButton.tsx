import { Badge, Button, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { MessageIcon } from '#client/ui/icons.tsx'
import { ObjectionsDialog } from './ObjectionsDialog.tsx'
import { unansweredFor } from './objection-status.ts'
import { useAttachment } from './use-attachment.ts'

/** Opens the objections; says how many replies are unread, or how many objections wait for one. */
export function ObjectionsButton() {
  const { t } = useTranslation('objections')
  const role = useRole()
  const waiting = useSession(({ state }) => unansweredFor(role, state))
  const [open, setOpen] = useState(false)
  // Kept here: an upload goes on while the dialog is closed.
  const attachment = useAttachment()
  const count = waiting?.count ?? 0
  const label =
    waiting && count > 0
      ? t(waiting.kind === 'unread' ? 'openUnread' : 'openUnanswered', { count })
      : t('open')
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <MessageIcon />
        <Text as="span" hideBelow="sm">
          {t('open')}
        </Text>
        {count > 0 && (
          <Badge colorPalette="warning" variant="solid">
            {count}
          </Badge>
        )}
      </Button>
      <ObjectionsDialog open={open} onClose={() => setOpen(false)} attachment={attachment} />
    </>
  )
}
