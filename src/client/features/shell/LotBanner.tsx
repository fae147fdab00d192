import { Box } from '@chakra-ui/react'
import { useSession } from '#client/store/session-provider.tsx'
import { WarningIcon } from '#client/ui/icons.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { haltOf } from '#domain/session/lot.ts'

/** Shows that the lot is paused, stopped or failed: what the step's sentence waits for will not happen meanwhile. */
export function LotBanner() {
  const say = useMessage()
  const halt = useSession(({ state }) => haltOf(state.lot))
  return (
    // Always mounted: a live region inserted together with its text is not read out.
    <Box role="status" data-no-print>
      {halt && (
        <Box bg="bg.warning" color="fg.warning" borderBottomWidth="1px" px={{ base: '4', md: '6' }} py="2">
          <Box maxW="120rem" mx="auto" display="flex" alignItems="center" gap="2">
            <WarningIcon />
            {say({ code: halt })}
          </Box>
        </Box>
      )}
    </Box>
  )
}
