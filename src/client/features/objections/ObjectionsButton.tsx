import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { HeaderButton } from '#client/ui/HeaderButton.tsx'
import { MessageIcon } from '#client/ui/icons.tsx'
import { ObjectionsDialog } from './ObjectionsDialog.tsx'
import { pendingFor } from './objection-status.ts'
import { useAttachment } from './use-attachment.ts'

/** Opens the objections; shows how many replies are unread, or how many objections have no reply. */
export function ObjectionsButton() {
  const { t } = useTranslation('objections')
  const role = useRole()
  const { objectionsUntil } = useVariant().rules
  const pending = useSession(({ state }) => pendingFor(role, state, objectionsUntil))
  const [open, setOpen] = useState(false)
  // Kept outside the dialog, so that an upload goes on while it is closed.
  const attachment = useAttachment()
  const count = pending?.count ?? 0
  const label =
    pending && count > 0
      ? t(pending.kind === 'unread' ? 'openUnread' : 'openUnanswered', { count })
      : t('open')
  return (
    <>
      <HeaderButton
        icon={<MessageIcon />}
        text={t('open')}
        label={label}
        count={count}
        onClick={() => setOpen(true)}
      />
      <ObjectionsDialog open={open} onClose={() => setOpen(false)} attachment={attachment} />
    </>
  )
}
