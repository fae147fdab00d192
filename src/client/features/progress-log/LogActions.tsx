import { Box } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { MessageForm } from '#client/session/MessageForm.tsx'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useDemo } from '#client/store/variant.tsx'
import { messageLength } from '#domain/messages/message.ts'
import { permissions } from '#domain/session/permissions.ts'
import { InviteDemoBidders } from './InviteDemoBidders.tsx'

/** What the opener may add to the log during the session. */
export function LogActions() {
  const { t } = useTranslation('shell')
  const isOpener = useRole() === 'opener'
  const status = useSession(({ state }) => state.status)
  const demo = useDemo()
  if (!isOpener || !permissions.PostMessage.statuses.includes(status)) return null
  return (
    <Box borderTopWidth="1px" p="3" display="grid" gap="3">
      <MessageForm
        label={t('logMessage')}
        limit={t('logMessageLimit', { maximum: messageLength })}
        submitLabel={t('logPost')}
      />
      {demo && <InviteDemoBidders />}
    </Box>
  )
}
