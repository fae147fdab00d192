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
}: CountdownOptions): Observable<number> {
  const left = () => Math.max(0, deadline - serverNow())
  const seconds$ = defer(() => of(left())).pipe(
    expand((remaining) => timer(remaining % 1000 || 1000, scheduler).pipe(map(left))),
  )
  return again$.pipe(
    startWith(null),
    switchMap(() => seconds$),
    distinctUntilChanged(),
  )
}
