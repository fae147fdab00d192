import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { currentWindow } from '#client/session/current-window.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useConnection, useCountdown, useSession, useWarning } from '#client/store/session-provider.tsx'
import { clockText } from '#client/ui/clock-text.ts'
import { epochOf } from '#lib/time.ts'

/**
 * The tab's title carries the countdown, so that it is seen from another tab, and a sign once it is urgent. Browsers let a page behind run its timers
 * once a minute only: what the server says every few seconds keeps the title right between. A component, as it looks at the clock each
 * second: nothing else is drawn anew with it.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tick` and `heardAt` say when to look at the clock
  useEffect(() => {
    const left = deadline === null ? 0 : epochOf(deadline) - Date.now() - offset
    const clock = left > 0 ? clockText(left, (days) => t('common:clockDays', { days })) : null
    document.title = clock ? sign + t('titleCountdown', { left: clock, name }) : name
  }, [deadline, offset, tick, heardAt, sign, name, t])
  return null
}
