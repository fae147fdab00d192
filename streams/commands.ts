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
import { attempt } from './attempt.ts'
import type { CommandTransport, DownMessage, SocketTransport } from './transport.ts'

/** Why a command does not stand, with its text. After `offline` and `time-out` it may stand all the same. */
export interface CommandRefusal {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message: string
}

/** Resolves with the seq at which the command stands. */
export type SendCommand = (command: WireCommand) => Promise<Result<number, CommandRefusal>>

export interface CommandOptions {
  readonly transport: SocketTransport
  /** The road without a socket; left out, a command waits for the socket. */
  readonly rest?: CommandTransport
  /** The session is left: what is still unanswered is given up. */
  readonly left$?: Observable<unknown>
  /** A fresh UUID: a command sent twice under one is done once, whichever road it takes. */
  newId(): string
  /** The text of a refusal that comes from here and not from the server. */
  describe(code: ClientCode): string
  readonly scheduler: SchedulerLike
}

type Answer = Result<number, CommandRefusal>

const resendMs = 10_000
const giveUpMs = 30_000
/** A socket that was lost is usually back within this time. */
const graceMs = 3000
/** One that does not answer for so long may be dead, though nobody has noticed. */
const silentMs = 4000
const restTimeoutMs = 6000
const longestRetryMs = 8000

/**
 * Sends commands, each under one id until it is answered: by socket on every reconnect and every ten seconds; by
 * REST where there is no socket, or none for three seconds, or where it has not answered for four. That the database
 * is away for a moment, or that somebody asks too often, is no answer; nor is it what became of an earlier sending that
 * the login has ended meanwhile.
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

/** Asks by REST until it answers, at growing intervals. */
function answerByRest$(
  { rest, scheduler }: CommandOptions,
  command: CommandMessage,
  answerIn: (down: DownMessage) => Answer | null,
  onSent: () => void,
): Observable<Answer> {
  if (!rest) return EMPTY
  return defer(() => {
    onSent()
    return attempt((signal) => rest.submit(command, signal), restTimeoutMs, scheduler)
  }).pipe(
    map(answerIn),
    switchMap((answer) => (answer ? [answer] : throwError(() => new Error('no answer to this command')))),
    retry({ delay: (_, failures) => timer(Math.min(500 * 2 ** failures, longestRetryMs), scheduler) }),
  )
}

/** What a message says of the command; null where it does not say what became of it. */
function answerTo(id: string, down: DownMessage, sentBefore: boolean): Answer | null {
  if (down.kind === 'ack' && down.body.id === id) return ok(down.body.seq)
  if (down.kind !== 'nack' || down.body.id !== id) return null
  const { code, params, message } = down.body
  if (isNoAnswer(code) || (sentBefore && code === refusedUnseen)) return null
  return err({ code, params, message })
}
