import {
  asyncScheduler,
  defer,
  distinctUntilChanged,
  expand,
  map,
  type Observable,
  of,
  type SchedulerLike,
  timer,
} from 'rxjs'
import type { Clock } from '#lib/ports.ts'

export interface CountdownOptions {
  /** Epoch milliseconds by the server's clock. */
  readonly deadline: number
  serverNow: Clock
  readonly scheduler?: SchedulerLike
}

/**
 * Milliseconds left, never below 0: at once and then each time a second has gone. Always reckoned from the clock,
 * never counted down, so a sleeping or throttled page is right as soon as it runs again.
 */
export function countdown$({
  deadline,
  serverNow,
  scheduler = asyncScheduler,
}: CountdownOptions): Observable<number> {
  const left = () => Math.max(0, deadline - serverNow())
  return defer(() => of(left())).pipe(
    expand((remaining) => timer(remaining % 1000 || 1000, scheduler).pipe(map(left))),
    distinctUntilChanged(),
  )
}
