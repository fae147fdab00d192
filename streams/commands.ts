import {
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  firstValueFrom,
  ignoreElements,
  interval,
  map,
  merge,
  NEVER,
  type Observable,
  retry,
  type SchedulerLike,
  startWith,
  switchMap,
  tap,
  throwError,
  timer,
} from 'rxjs'
import { err, ok, type Result } from '#lib/result.ts'
import type { ClientCode } from '#protocol/messages/codes.ts'
import type { CommandMessage } from '#protocol/socket/cmd.ts'
import { isNoAnswer, refusedUnseen } from '#protocol/socket/nack.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { request$ } from './request.ts'
import type { CommandTransport, DownMessage, SocketTransport } from './transport.ts'

/** Why a command was refused, with its text. After `offline` and `time-out` it may have been committed all the same. */
export interface CommandRefusal {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message: string
}

/** Resolves with the seq at which the command was committed. */
export type SendCommand = (command: WireCommand) => Promise<Result<number, CommandRefusal>>

export interface CommandOptions {
  readonly transport: SocketTransport
  /** Used without a socket; when left out, commands wait for the socket. */
  readonly rest?: CommandTransport
  /** The session is left: gives up unanswered commands. */
  readonly left$?: Observable<unknown>
  /** A fresh UUID. A command sent twice under one id is done once, by socket or by REST. */
  newId(): string
  /** The text of a refusal that does not come from the server. */
  describe(code: ClientCode): string
  readonly scheduler: SchedulerLike
}

type Answer = Result<number, CommandRefusal>

const resendMs = 10_000
const giveUpMs = 30_000
/** A lost socket has usually reconnected within this time. */
const graceMs = 3000
/** A socket without an answer for this long may be dead. */
const silentMs = 4000
const restTimeoutMs = 6000
const longestRetryMs = 8000

/**
 * Sends commands, each under one id until it is answered: by socket on every reconnect and every ten seconds; by REST
 * when there is no socket, when it has been lost for three seconds, or when it has not answered for four. An
 * unavailable database or a rate limit is no answer. After an earlier attempt, an ended login is no answer either: that
 * attempt may have been committed.
 */
export function commandSender(options: CommandOptions): SendCommand {
  const { transport, left$ = NEVER, newId, describe, scheduler } = options
  return ({ type, payload }) => {
    const command: CommandMessage = { id: newId(), type, payload }
    let bySocket = 0
    let byRest = 0
    const answer = (down: DownMessage) => answerTo(command.id, down, bySocket + byRest > 1)

    const bySocket$ = interval(resendMs, scheduler).pipe(
      startWith(0),
      tap(() => {
        bySocket += 1
        transport.send({ kind: 'cmd', body: command })
      }),
      ignoreElements(),
    )
    const restAnswer$ = answerByRest$(options, command, answer, () => {
      byRest += 1
    })
    const sending$ = transport.connected$.pipe(
      distinctUntilChanged(),
      switchMap((connected, change) => {
        const graceOver$ = timer(connected ? silentMs : change === 0 ? 0 : graceMs, scheduler)
        const afterGrace$ = graceOver$.pipe(switchMap(() => restAnswer$))
        return connected ? merge(bySocket$, afterGrace$) : afterGrace$
      }),
    )
    const answer$ = transport.messages$.pipe(
      map(answer),
      filter((given) => given !== null),
    )
    const giveUp$ = merge(timer(giveUpMs, scheduler), left$).pipe(
      map((): Answer => {
        const code = bySocket > 0 ? 'time-out' : 'offline'
        return err({ code, params: {}, message: describe(code) })
      }),
    )
    return firstValueFrom(merge(answer$, giveUp$, sending$))
  }
}

/** Sends the command by REST until it is answered, at growing intervals. */
function answerByRest$(
  { rest, scheduler }: CommandOptions,
  command: CommandMessage,
  answerIn: (down: DownMessage) => Answer | null,
  onSent: () => void,
): Observable<Answer> {
  if (!rest) return EMPTY
  return defer(() => {
    onSent()
    return request$((signal) => rest.submit(command, signal), restTimeoutMs, scheduler)
  }).pipe(
    map(answerIn),
    switchMap((answer) => (answer ? [answer] : throwError(() => new Error('no answer to this command')))),
    retry({ delay: (_, failures) => timer(Math.min(500 * 2 ** failures, longestRetryMs), scheduler) }),
  )
}

/** What a message says about the command; null when it does not decide it. */
function answerTo(id: string, down: DownMessage, sentBefore: boolean): Answer | null {
  if (down.kind === 'ack' && down.body.id === id) return ok(down.body.seq)
  if (down.kind !== 'nack' || down.body.id !== id) return null
  const { code, params, message } = down.body
  if (isNoAnswer(code) || (sentBefore && code === refusedUnseen)) return null
  return err({ code, params, message })
}
