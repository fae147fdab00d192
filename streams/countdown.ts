import {
  asyncScheduler,
  defer,
  distinctUntilChanged,
  EMPTY,
  expand,
  map,
  type Observable,
  of,
  type SchedulerLike,
  startWith,
  switchMap,
  timer,
} from 'rxjs'
import type { Clock } from '#lib/ports.ts'

export interface CountdownOptions {
  /** Epoch milliseconds by the server's clock. */
  readonly deadline: number
  serverNow: Clock
  /** The clock estimate changed or the page became visible: recomputes at once. */
  readonly again$?: Observable<unknown>
  readonly scheduler?: SchedulerLike
  /** With no more milliseconds left than this it emits ten times a second. */
  readonly tenthsBelow?: number
}

/**
 * Milliseconds left, never below 0; emits at once and then at each whole second. Always computed from the clock, so a
 * sleeping or throttled page is right as soon as it runs again.
 */
export function countdown$({
  deadline,
  serverNow,
  again$ = EMPTY,
  scheduler = asyncScheduler,
  tenthsBelow = 0,
}: CountdownOptions): Observable<number> {
  const left = () => Math.max(0, deadline - serverNow())
  const untilNext = (remaining: number) => {
    const step = remaining > 0 && remaining <= tenthsBelow ? 100 : 1000
    return remaining % step || step
  }
  const seconds$ = defer(() => of(left())).pipe(
    expand((remaining) => timer(untilNext(remaining), scheduler).pipe(map(left))),
  )
  return again$.pipe(
    startWith(null),
    switchMap(() => seconds$),
    distinctUntilChanged(),
  )
}
