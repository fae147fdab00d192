import { useSession } from '#client/store/session-provider.tsx'
import { useScreenAwake } from '#client/ui/use-screen-awake.ts'
import { currentWindow } from '#domain/session/current-window.ts'
import { useOwnBidder } from './use-own-bidder.ts'

/**
 * Keeps the screen on while a window runs in which somebody has to act: for a bidder until they have done their part,
 * for others until all bidders have (SCR-1).
 */
export function ScreenAwake() {
  const own = useOwnBidder()
  const window = useSession(({ state }) => currentWindow(state, own)?.name ?? 'opening')
  useScreenAwake(window !== 'opening')
  return null
}
