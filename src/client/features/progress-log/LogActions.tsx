import { Box } from '@chakra-ui/react'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useDemo } from '#client/store/variant.tsx'
import { permissions } from '#domain/session/permissions.ts'
import { InviteDemoBidders } from './InviteDemoBidders.tsx'
import { MessageForm } from './MessageForm.tsx'

/** What the opener may add to the log during the session. */
export function LogActions() {
  const isOpener = useRole() === 'opener'
  const status = useSession(({ state }) => state.status)
  const demo = useDemo()
  if (!isOpener || !permissions.PostMessage.statuses.includes(status)) return null
  return (
    <Box borderTopWidth="1px" p="3" display="grid" gap="3">
      <MessageForm />
      {demo && <InviteDemoBidders />}
    </Box>
  )
}
