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
import type { LogPosition, LogSignal } from './log-position.ts'
import { mergeBatches } from './merge-batches.ts'
import { orderLog } from './order-log.ts'
import { shorterLog$ } from './shorter-log.ts'
import type { LogMessage, PollTransport } from './transport.ts'

export interface SessionLogSources {
  /** The socket's entry batches and snapshots. */
  readonly messages$: Observable<LogMessage>
  /** Poll answers as of a seq. They carry no state; they only tell how long the log is. */
  readonly observations$: Observable<{ readonly seq: number }>
  /** Heads as the socket's heartbeats say them. */
  readonly heads$: Observable<{ readonly epoch: string; readonly head: number }>
  readonly transport: Pick<PollTransport, 'readLog' | 'readSnapshot'>
  live(): boolean
  /** The position reached; requests for entries start there. */
  readonly position$: BehaviorSubject<LogPosition>
  /** Emits when entries are missing. A live socket subscribes again; otherwise they are read by REST. */
  readonly gaps$: Subject<void>
  readonly scheduler: SchedulerLike
  /** A client that lacks more entries than this reads a snapshot. */
  readonly snapshotBeyond: number
}

const checkEpochEvery = 10

/** One session's log from all sources: ordered, without gaps or duplicates, each entry checked against the chain. */
export function sessionLog$(sources: SessionLogSources): Observable<LogSignal> {
  const { messages$, observations$, heads$, transport, live, position$, gaps$, scheduler, snapshotBeyond } =
    sources
  const position = () => position$.value
  return defer(() => {
    // An equal seq says nothing about the epoch, so every tenth answer reads the log itself.
    const elsewhere$ = observations$.pipe(
      filter(({ seq }, index) => seq !== position().seq || index % checkEpochEvery === 0),
      map(({ seq }) => seq),
    )
    const missing$ = gaps$.pipe(
      filter(() => !live()),
      map(() => position().head),
    )
    const wanted$ = merge(elsewhere$, missing$)
    const shorter$ = shorterLog$({ heads$, observations$, position, transport, scheduler })
    const caughtUp$ = catchUp$({ wanted$, position, transport, scheduler, snapshotBeyond })
    return merge(messages$, caughtUp$, shorter$).pipe(
      orderLog(position()),
      tap((step) => position$.next(step.position)),
      mergeBatches(scheduler),
      tap((signal) => {
        if (signal.kind === 'gap') gaps$.next()
      }),
    )
  })
}
