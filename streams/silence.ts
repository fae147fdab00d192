import {
  concat,
  defer,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  type SchedulerLike,
  switchMap,
  tap,
  throttleTime,
  timer,
} from 'rxjs'
import { heartbeatMilliseconds, pingMilliseconds } from '#protocol/socket/hb.ts'

export type Silence =
  /** Nothing has been heard for three heartbeats. */
  | 'silent'
  /** Then, when the connection still pings: the subscription is lost. */
  | 'unsubscribed'
  /** Then, when it does not ping either: the connection is dead. */
  | 'dead'

export interface SilenceOptions {
  /** After each of these moments the server should send something soon. */
  readonly awaited$: Observable<unknown>
  readonly pings$: Observable<unknown>
  /** 0 to 1. */
  random(): number
  readonly scheduler: SchedulerLike
}

const silenceMs = 3 * heartbeatMilliseconds
/** A connection whose last ping is older than this is dead. */
const pingLateMs = pingMilliseconds + 500
/** A timer that is later than this shows that this machine was busy or asleep. */
const lateMs = 1000
/** The timer is not set anew more often than this, because in a storm something is heard all the time. */
const setAnewMs = 1000
/** Reconnects are spread over this time when a whole hall falls silent. */
const spreadMs = 3000

/** Detects a lost subscription or a dead connection, whatever the socket believes. */
export function silence$({ awaited$, pings$, random, scheduler }: SilenceOptions): Observable<Silence> {
  return defer(() => {
    let pingedAt = Number.NEGATIVE_INFINITY
    const isPinging = () => scheduler.now() - pingedAt <= pingLateMs
    const recordPings$ = pings$.pipe(
      tap(() => {
        pingedAt = scheduler.now()
      }),
      ignoreElements(),
    )
    const cause$ = defer(() => timer(isPinging() ? 0 : random() * spreadMs, scheduler)).pipe(
      map((): Silence => (isPinging() ? 'unsubscribed' : 'dead')),
    )
    let heardAt = 0
    const left = () => heardAt + silenceMs - scheduler.now()
    const silent$: Observable<unknown> = defer(() => elapsed$(left(), scheduler)).pipe(
      switchMap((done) => (left() > 0 ? silent$ : of(done))),
    )
    const silences$ = awaited$.pipe(
      tap(() => {
        heardAt = scheduler.now()
      }),
      throttleTime(setAnewMs, scheduler),
      switchMap(() => silent$.pipe(switchMap(() => concat(of<Silence>('silent'), cause$)))),
    )
    return merge(recordPings$, silences$)
  })
}

/** Emits after so many milliseconds. If this machine had no time for it, what has come meanwhile may be heard first. */
function elapsed$(milliseconds: number, scheduler: SchedulerLike): Observable<unknown> {
  return defer(() => {
    const due = scheduler.now() + milliseconds
    const isLate = () => scheduler.now() - due > lateMs
    return timer(milliseconds, scheduler).pipe(
      switchMap((done) => (isLate() ? elapsed$(lateMs, scheduler) : of(done))),
    )
  })
}
