import {
  distinctUntilChanged,
  EMPTY,
  filter,
  firstValueFrom,
  ignoreElements,
  interval,
  map,
  merge,
  type SchedulerLike,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import { err, ok, type Result } from '#lib/result.ts'
import type { ClientCode } from '#protocol/messages/codes.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { DownMessage, SocketTransport, UpMessage } from './transport.ts'

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
  /** A fresh UUID: a command sent twice under one is done once. */
  newId(): string
  /** The text of a refusal that comes from here and not from the server. */
  describe(code: ClientCode): string
  readonly scheduler: SchedulerLike
}

const resendMs = 10_000
const giveUpMs = 30_000

/** Sends commands by socket, each under one id until it is answered: on every reconnect and every ten seconds. */
export function commandSender({ transport, newId, describe, scheduler }: CommandOptions): SendCommand {
  return ({ type, payload }) => {
    const id = newId()
    const message: UpMessage = { kind: 'cmd', body: { id, type, payload } }
    let sent = false
    const sending$ = transport.connected$.pipe(
      distinctUntilChanged(),
      switchMap((connected) => (connected ? interval(resendMs, scheduler).pipe(startWith(0)) : EMPTY)),
      tap(() => {
        sent = true
        transport.send(message)
      }),
      ignoreElements(),
    )
    const answer$ = transport.messages$.pipe(
      map((down) => answerTo(id, down)),
      filter((answer) => answer !== null),
    )
    const giveUp$ = timer(giveUpMs, scheduler).pipe(
      map(() => {
        const code = sent ? 'time-out' : 'offline'
        return err<CommandRefusal>({ code, params: {}, message: describe(code) })
      }),
    )
    return firstValueFrom(merge(answer$, giveUp$, sending$))
  }
}

function answerTo(id: string, down: DownMessage): Result<number, CommandRefusal> | null {
  if (down.kind === 'ack' && down.body.id === id) return ok(down.body.seq)
  if (down.kind !== 'nack' || down.body.id !== id) return null
  const { code, params, message } = down.body
  return err({ code, params, message })
}
