import { startTransition, useEffect, useState } from 'react'
import { asyncScheduler, NEVER } from 'rxjs'
import { readServerTime } from '#client/net/read-server-time.ts'
import { serverClock$ } from '#streams/server-clock.ts'
import { pageWakes$ } from './page-wakes.ts'
import { useVariant } from './variant.tsx'

/** Seconds are shown here: fewer probes than in a section. */
const probes = 3

/**
 * The server's clock in epoch milliseconds for screens outside a section, updated each second; null until the server
 * has answered. A large screen passes the offset to the parts that show the time, which call `useServerTime`.
 */
export function useServerClock(): number | null {
  return useServerTime(useServerOffset())
}

/**
 * Milliseconds by which the server's clock is ahead of this device's; null until the server has answered. Polled every
 * `clockPollMilliseconds` of the variant (POL-1).
 */
export function useServerOffset(): number | null {
  const { clockPollMilliseconds } = useVariant()
  const [offset, setOffset] = useState<number | null>(null)

  useEffect(() => {
    const clock$ = serverClock$({
      transport: { readServerTime },
      heartbeats$: NEVER,
      now: Date.now,
      elapsed: () => performance.now(),
      random: Math.random,
      scheduler: asyncScheduler,
      everyMs: clockPollMilliseconds,
      wakes$: pageWakes$,
      probes,
    })
    // A large screen is drawn again in slices.
    const subscription = clock$.subscribe(({ offset: read }) =>
      startTransition(() => setOffset((before) => (isNear(read, before) ? before : read))),
    )
    return () => subscription.unsubscribe()
  }, [clockPollMilliseconds])

  return offset
}

/** Whether seconds look the same by both offsets: a large screen is not drawn again for milliseconds. */
function isNear(offset: number, before: number | null): boolean {
  return before !== null && Math.abs(offset - before) < 100
}

/** The server's clock, updated each second; null while its offset is not known. */
export function useServerTime(offset: number | null): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return offset === null ? null : now + offset
}
