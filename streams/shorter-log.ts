import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  from,
  map,
  merge,
  type Observable,
  of,
  type SchedulerLike,
  take,
  takeWhile,
  timer,
} from 'rxjs'
import { isPreviewOf } from '#protocol/socket/epoch.ts'
import type { LogPosition } from './log-position.ts'
import { request$ } from './request.ts'
import type { SeenLog } from './seen-log.ts'
import type { LogMessage, PollTransport, ShorterLog } from './transport.ts'

export interface ShorterLogOptions {
  /** Heads as heartbeats say them. */
  readonly heads$: Observable<{ readonly epoch: string; readonly head: number }>
  /** Poll answers as of a seq. */
  readonly observations$: Observable<{ readonly seq: number }>
  position(): LogPosition
  readonly transport: Pick<PollTransport, 'readLog'>
  readonly scheduler: SchedulerLike
}

/** Whether a log ends before what was seen of it: by its head, or because a preview of it is given out again. */
function endsBefore(seen: Pick<SeenLog, 'epoch' | 'last'>, epoch: string, head: number): boolean {
  return epoch === seen.epoch ? head < seen.last : isPreviewOf(epoch, seen.epoch)
}

/** A node learns of an entry within a second, even if a notice is lost. */
const askEveryMs = 2000
const questions = 3
const timeoutMs = 15_000

/**
 * Finds out whether the log has become shorter (ALM-3). A message may be late and a node behind, so a head below what
 * was seen is only a suspicion: three questions that are asked afterwards must all have such an answer. Answers that
 * have the entry are passed on as messages.
 */
export function shorterLog$(options: ShorterLogOptions): Observable<LogMessage | ShorterLog> {
  const { heads$, observations$, position, transport, scheduler } = options
  const seen = () => position().log
  const suspected$ = merge(
    heads$.pipe(filter(({ epoch, head }) => endsBefore(seen(), epoch, head))),
    observations$.pipe(filter(({ seq }) => seq < seen().last)),
  )

  function ask(): Observable<LogMessage | ShorterLog> {
    const { epoch } = position()
    const { last, epoch: seenIn } = seen()
    const read$ = request$((signal) => from(transport.readLog(last - 1, signal, 1)), timeoutMs, scheduler)
    return read$.pipe(
      filter(() => position().epoch === epoch),
      map((body) =>
        endsBefore({ epoch: seenIn, last }, body.epoch, body.head)
          ? { kind: 'shorter' as const, body: { epoch: seenIn, head: Math.min(body.head, last - 1) } }
          : { kind: 'events' as const, body },
      ),
    )
  }

  return suspected$.pipe(
    exhaustMap(() =>
      timer(0, askEveryMs, scheduler).pipe(
        take(questions),
        concatMap((_, question) => defer(ask).pipe(map((answer) => ({ answer, question })))),
        takeWhile(({ answer }) => answer.kind === 'shorter', true),
        concatMap(({ answer, question }) =>
          answer.kind === 'shorter' && question < questions - 1 ? EMPTY : of(answer),
        ),
        catchError(() => EMPTY),
      ),
    ),
  )
}
