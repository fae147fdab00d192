import {
  type BehaviorSubject,
  defer,
  filter,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  type Subject,
  tap,
} from 'rxjs'
import { catchUp$ } from './catch-up.ts'
import { joinFrames } from './join-frames.ts'
import type { LogPlace, LogSignal } from './log-place.ts'
import { orderLog } from './order-log.ts'
import type { LogMessage, PollTransport } from './transport.ts'

export interface SessionLogSources {
  /** The socket's frames and snapshots. */
  readonly messages$: Observable<LogMessage>
  /** Poll answers: what stands as of a seq. They never carry state themselves, they only tell how far the log is. */
  readonly observations$: Observable<{ readonly seq: number }>
  readonly transport: Pick<PollTransport, 'readLog' | 'readSnapshot'>
  live(): boolean
  /** Kept at the place reached; read by whoever asks for entries. */
  readonly place$: BehaviorSubject<LogPlace>
  /** Told of entries that are missing; the socket asks for them while it is live, a read fetches them otherwise. */
  readonly gaps$: Subject<void>
  readonly scheduler: SchedulerLike
  /** Whoever lacks more entries than this reads a snapshot. */
  readonly snapshotBeyond: number
}

const checkEpochEvery = 10

/** One session's log from all roads: ordered, without gaps or doubles, each entry proved against the chain. */
export function sessionLog$(sources: SessionLogSources): Observable<LogSignal> {
  const { messages$, observations$, transport, live, place$, gaps$, scheduler, snapshotBeyond } = sources
  const place = () => place$.value
  return defer(() => {
    // The same seq says nothing of the epoch: now and then the log itself is asked.
    const elsewhere$ = observations$.pipe(
      filter(({ seq }, index) => seq !== place().seq || index % checkEpochEvery === 0),
      map(({ seq }) => seq),
    )
    const missing$ = gaps$.pipe(
      filter(() => !live()),
      map(() => place().head),
    )
    const wanted$ = merge(elsewhere$, missing$)
    return merge(messages$, catchUp$({ wanted$, place, transport, scheduler, snapshotBeyond })).pipe(
      orderLog(place()),
      tap((step) => place$.next(step.place)),
      joinFrames(scheduler),
      tap((signal) => {
        if (signal.kind === 'gap') gaps$.next()
      }),
    )
  })
}
