import { filter, interval, map, type Observable, pairwise, type SchedulerLike, startWith } from 'rxjs'
import type { Clock } from '#lib/ports.ts'

export interface ClockJumpOptions {
  /** This machine's clock. */
  readonly now: Clock
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: Clock
  readonly scheduler: SchedulerLike
}

const tickMs = 1000
const toleranceMs = 2000

/**
 * Emits when this machine's clock has jumped: it was set, or the machine slept while `elapsed` stood still. A late
 * tick, as in a hidden page, is no jump.
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
