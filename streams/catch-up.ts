import {
  catchError,
  defer,
  EMPTY,
  exhaustMap,
  expand,
  filter,
  from,
  map,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import { type LogPosition, questionFrom } from './log-position.ts'
import { request$ } from './request.ts'
import type { LogMessage, PollTransport } from './transport.ts'

export interface CatchUpOptions {
  /** Asks to read up to this seq; ignored while a read is running. */
  readonly wanted$: Observable<number>
  position(): LogPosition
  readonly transport: Pick<PollTransport, 'readLog' | 'readSnapshot'>
  readonly scheduler: SchedulerLike
  /** A client that lacks more entries than this reads a snapshot instead. */
  readonly snapshotBeyond: number
}

const timeoutMs = 15_000

/**
 * Reads the log by REST from the position reached to its head: first a snapshot when much is missing, then page by page.
 * After a failed read the next request starts over.
 */
export function catchUp$(options: CatchUpOptions): Observable<LogMessage> {
  const { wanted$, position, transport, scheduler, snapshotBeyond } = options
  return wanted$.pipe(
    exhaustMap((upTo) => {
      let asked = -1
      const read$ = defer(() => {
        const { epoch, seq, head } = position()
        asked = seq
        const far = Math.max(upTo, head) - seq > snapshotBeyond
        // Drops the answer when another epoch was joined meanwhile: which of the two is newer is unknown.
        return request$(far ? snapshot : page, timeoutMs, scheduler).pipe(
          filter(() => position().epoch === epoch),
        )
      })
      const snapshot = (signal: AbortSignal) =>
        from(transport.readSnapshot(signal)).pipe(
          map((body): LogMessage => ({ kind: 'snapshot', body: { ...body, own: {} } })),
        )
      const page = (signal: AbortSignal) =>
        from(transport.readLog(questionFrom({ seq: asked }), signal, snapshotBeyond)).pipe(
          map((body): LogMessage => ({ kind: 'events', body })),
        )
      // Stops when an answer did not move the position. It may also move back: another epoch starts over.
      const more = ({ body }: LogMessage) => position().seq < body.head && position().seq !== asked
      return read$.pipe(
        expand((message) => (more(message) ? read$ : EMPTY)),
        catchError(() => EMPTY),
      )
    }),
  )
}
