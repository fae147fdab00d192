import { catchError, defer, EMPTY, exhaustMap, expand, type Observable, type SchedulerLike } from 'rxjs'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { attempt } from './attempt.ts'
import type { LogPlace } from './log-place.ts'
import type { PollTransport } from './transport.ts'

export interface CatchUpOptions {
  /** Something told of entries that are not here; while a read is running further wishes are ignored. */
  readonly wanted$: Observable<unknown>
  place(): LogPlace
  readonly transport: Pick<PollTransport, 'readLog'>
  readonly scheduler: SchedulerLike
}

const timeoutMs = 15_000

/** Reads of the log by REST from the place reached, page after page to its head. A failed read waits for the next wish. */
export function catchUp$({
  wanted$,
  place,
  transport,
  scheduler,
}: CatchUpOptions): Observable<EventsMessage> {
  return wanted$.pipe(
    exhaustMap(() => {
      let from = -1
      const page$ = defer(() => {
        from = place().seq
        return attempt((signal) => transport.readLog(from, signal), timeoutMs, scheduler)
      })
      // A page that moved nothing is not asked for again: another epoch's place moves back to the start.
      const more = ({ head }: EventsMessage) => place().seq < head && place().seq !== from
      return page$.pipe(
        expand((page) => (more(page) ? page$ : EMPTY)),
        catchError(() => EMPTY),
      )
    }),
  )
}
