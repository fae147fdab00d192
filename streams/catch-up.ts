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
import { attempt } from './attempt.ts'
import type { LogPlace } from './log-place.ts'
import type { LogMessage, PollTransport } from './transport.ts'

export interface CatchUpOptions {
  /** The seq up to which there are said to be entries; while a read is running further wishes are ignored. */
  readonly wanted$: Observable<number>
  place(): LogPlace
  readonly transport: Pick<PollTransport, 'readLog' | 'readSnapshot'>
  readonly scheduler: SchedulerLike
  /** Whoever lacks more entries than this reads a snapshot instead. */
  readonly snapshotBeyond: number
}

const timeoutMs = 15_000

/**
 * Reads of the log by REST from the place reached to its head: one snapshot where much is missing, then page after
 * page. A failed read waits for the next wish.
 */
export function catchUp$(options: CatchUpOptions): Observable<LogMessage> {
  const { wanted$, place, transport, scheduler, snapshotBeyond } = options
  return wanted$.pipe(
    exhaustMap((upTo) => {
      let asked = -1
      const read$ = defer(() => {
        const { epoch, seq, head } = place()
        asked = seq
        const far = Math.max(upTo, head) - seq > snapshotBeyond
        // Meanwhile another epoch may have been joined: of an answer from before, nobody knows which came first.
        return attempt(far ? snapshot : page, timeoutMs, scheduler).pipe(
          filter(() => place().epoch === epoch),
        )
      })
      const snapshot = (signal: AbortSignal) =>
        from(transport.readSnapshot(signal)).pipe(map((body): LogMessage => ({ kind: 'snapshot', body })))
      const page = (signal: AbortSignal) =>
        from(transport.readLog(asked, signal, snapshotBeyond)).pipe(
          map((body): LogMessage => ({ kind: 'events', body })),
        )
      // An answer that moved nothing is not asked for again: another epoch's place moves back to the start.
      const more = ({ body }: LogMessage) => place().seq < body.head && place().seq !== asked
      return read$.pipe(
        expand((message) => (more(message) ? read$ : EMPTY)),
        catchError(() => EMPTY),
      )
    }),
  )
}
