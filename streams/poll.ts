import {
  catchError,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  type Observable,
  type ObservableInput,
  of,
  repeat,
  type SchedulerLike,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import { request$ } from './request.ts'

/** The result of one round of a poll. */
export type PollNews<T> =
  | { readonly ok: true; readonly value: T }
  /** `failures` in a row. */
  | { readonly ok: false; readonly failures: number }

export interface PollOptions<T> {
  ask(signal: AbortSignal): ObservableInput<T>
  readonly everyMs: number
  /** Delay of the first round after subscribing or a pause; `everyMs` unless given. */
  readonly firstMs?: number
  /** While the last value is true, no round starts and a running one is aborted. */
  readonly paused$: Observable<boolean>
  /** 0 to 1; spreads the rounds of many clients. */
  random(): number
  readonly scheduler: SchedulerLike
}

/** Rounds are spread by ± this share of the interval. */
const jitter = 0.2
const longestMs = 60_000
const timeoutMs = 15_000

/** What the polls have in common; each has its own call and interval. */
export type PollSetting = Pick<PollOptions<unknown>, 'paused$' | 'random' | 'scheduler'>

/** Polls at the interval, the first time after one; with each failure in a row the interval doubles, up to a minute. */
export function poll$<T>({
  ask,
  everyMs,
  firstMs = everyMs,
  paused$,
  random,
  scheduler,
}: PollOptions<T>): Observable<PollNews<T>> {
  return defer(() => {
    let failures = 0
    let first = true
    const pause = () => {
      const interval = first ? firstMs : Math.min(everyMs * 2 ** failures, Math.max(longestMs, everyMs))
      first = false
      return interval * (1 + jitter * (2 * random() - 1))
    }
    const round$ = defer(() => timer(pause(), scheduler)).pipe(
      switchMap(() => request$(ask, timeoutMs, scheduler)),
      map((value): PollNews<T> => ({ ok: true, value })),
      catchError(() => of<PollNews<T>>({ ok: false, failures: failures + 1 })),
      tap((news) => {
        failures = news.ok ? 0 : news.failures
      }),
    )
    return paused$.pipe(
      distinctUntilChanged(),
      switchMap((paused) => {
        first = true
        failures = 0
        return paused ? EMPTY : round$.pipe(repeat())
      }),
    )
  })
}

/** The answers of the successful rounds. */
export function answersOf<T>(rounds$: Observable<PollNews<T>>): Observable<T> {
  return rounds$.pipe(
    filter((round) => round.ok),
    map((round) => round.value),
  )
}
