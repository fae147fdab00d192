import { filter, interval, map, type Observable, pairwise, type SchedulerLike, startWith } from 'rxjs'
import type { Clock } from '#lib/ports.ts'

export interface ClockJumpOptions {
  /** This machine's clock. */
  readonly now: Clock
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: Clock
  readonly scheduler: SchedulerLike
}

const tickMs = 1000
const toleranceMs = 2000

/**
 * Each moment at which this machine's clock is found to have gone otherwise than time has: it was set, or slept while
 * the other stood still. A tick that comes late, as in a hidden page, is none.
 */
export function clockJumps$({ now, elapsed, scheduler }: ClockJumpOptions): Observable<void> {
  const apart = () => now() - elapsed()
  return interval(tickMs, scheduler).pipe(
    map(apart),
    startWith(apart()),
    pairwise(),
    filter(([before, after]) => Math.abs(after - before) > toleranceMs),
    map(() => undefined),
  )
}
