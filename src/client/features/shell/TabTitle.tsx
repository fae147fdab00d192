import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useConnection, useCountdown, useSession } from '#client/store/session-provider.tsx'
import { clockText } from '#client/ui/clock-text.ts'
import { urgencyOf } from '#client/ui/urgency.ts'
import { currentWindow } from '#domain/session/current-window.ts'
import { windowLength } from '#domain/session/warnings.ts'
import { epochOf } from '#lib/time.ts'
import { showInTabIcon } from './tab-icon.ts'

/**
 * Shows the countdown in the tab's title, visible from other tabs, with a sign and another icon once it is urgent; both
 * follow from the deadline, so that a reload keeps them. Browsers throttle the
 * timers of a hidden page to once a minute; messages of the server, every few seconds, update the title in between. A
 * component of its own, so that nothing else re-renders each second.
 */
export function TabTitle(): null {
  const { t } = useTranslation('shell')
  const name = useSession(({ state }) => state.tender?.sectionName ?? '')
  const own = useOwnBidder()
  const deadline = useSession(({ state }) => currentWindow(state, own)?.deadline ?? null)
  const whole = useSession(({ state }) => windowLength(state, deadline))
  const offset = useSession((snapshot) => snapshot.offset)
  const tick = useCountdown(deadline)
  const { heardAt } = useConnection()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tick` and `heardAt` trigger a look at the clock
  useEffect(() => {
    const left = deadline === null ? 0 : epochOf(deadline) - Date.now() - offset
    const clock = left > 0 ? clockText(left, (days) => t('common:clockDays', { days })) : null
    const urgency = urgencyOf(left, whole)
    const sign = urgency === null ? '' : '⚠ '
    showInTabIcon(urgency)
    document.title = clock ? sign + t('titleCountdown', { left: clock, name }) : name
  }, [deadline, whole, offset, tick, heardAt, name, t])
  useEffect(() => () => showInTabIcon(null), [])
  return null
}
