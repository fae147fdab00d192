import { filter, interval, map, type Observable, pairwise, type SchedulerLike, startWith } from 'rxjs'
import type { Clock } from '#lib/ports.ts'

export interface ClockJumpOptions {
  /** This machine's clock. */
  readonly now: Clock
  readonly scheduler: SchedulerLike
}

const tickMs = 1000
const toleranceMs = 2000

/** Each moment at which a second's tick finds this machine's clock elsewhere than a second on: it was set, or slept. */
export function clockJumps$({ now, scheduler }: ClockJumpOptions): Observable<void> {
  return interval(tickMs, scheduler).pipe(
    map(() => now()),
    startWith(now()),
    pairwise(),
    filter(([before, after]) => Math.abs(after - before - tickMs) > toleranceMs),
    map(() => undefined),
  )
}
