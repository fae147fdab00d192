import {
  type BehaviorSubject,
  defer,
  filter,
  merge,
  mergeMap,
  type Observable,
  type SchedulerLike,
  type Subject,
  tap,
} from 'rxjs'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { catchUp$ } from './catch-up.ts'
import type { LogPlace, LogSignal } from './log-place.ts'
import { orderLog } from './order-log.ts'
import type { PollTransport } from './transport.ts'

export interface SessionLogSources {
  /** The socket's frames. */
  readonly messages$: Observable<EventsMessage>
  /** Poll answers: what stands as of a seq. They never carry state themselves, they only tell how far the log is. */
  readonly observations$: Observable<{ readonly seq: number }>
  readonly transport: Pick<PollTransport, 'readLog'>
  live(): boolean
  /** Kept at the place reached; read by whoever asks for entries. */
  readonly place$: BehaviorSubject<LogPlace>
  /** Told of entries that are missing; the socket asks for them while it is live, a read fetches them otherwise. */
  readonly gaps$: Subject<void>
  readonly scheduler: SchedulerLike
}

const checkEpochEvery = 10

/** One session's log from all roads: ordered, without gaps or doubles, each entry proved against the chain. */
export function sessionLog$(sources: SessionLogSources): Observable<LogSignal> {
  const { messages$, observations$, transport, live, place$, gaps$, scheduler } = sources
  const place = () => place$.value
  return defer(() => {
    // The same seq says nothing of the epoch: now and then the log itself is asked.
    const elsewhere$ = observations$.pipe(
      filter(({ seq }, index) => seq !== place().seq || index % checkEpochEvery === 0),
    )
    const wanted$ = merge(elsewhere$, gaps$.pipe(filter(() => !live())))
    return merge(messages$, catchUp$({ wanted$, place, transport, scheduler })).pipe(
      orderLog(place()),
      tap((step) => place$.next(step.place)),
      mergeMap((step) => step.signals),
      tap((signal) => {
        if (signal.kind === 'gap') gaps$.next()
      }),
    )
  })
}
