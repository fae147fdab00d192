import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { currentWindow } from '#client/session/current-window.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useConnection, useCountdown, useSession, useWarning } from '#client/store/session-provider.tsx'
import { clockText } from '#client/ui/clock-text.ts'
import { epochOf } from '#lib/time.ts'

/**
 * Shows the countdown in the tab's title, visible from other tabs, with a sign once it is urgent. Browsers throttle the
 * timers of a hidden page to once a minute; messages of the server, every few seconds, update the title in between. A
 * component of its own, so that nothing else re-renders each second.
 */
export function TabTitle(): null {
  const { t } = useTranslation('shell')
  const name = useSession(({ state }) => state.tender?.sectionName ?? '')
  const own = useOwnBidder()
  const deadline = useSession(({ state }) => currentWindow(state, own)?.deadline ?? null)
  const offset = useSession((snapshot) => snapshot.offset)
  const tick = useCountdown(deadline)
  const { heardAt } = useConnection()
  const sign = useWarning() ? '⚠ ' : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tick` and `heardAt` trigger a look at the clock
  useEffect(() => {
    const left = deadline === null ? 0 : epochOf(deadline) - Date.now() - offset
    const clock = left > 0 ? clockText(left, (days) => t('common:clockDays', { days })) : null
    document.title = clock ? sign + t('titleCountdown', { left: clock, name }) : name
  }, [deadline, offset, tick, heardAt, sign, name, t])
  return null
}
