import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asyncScheduler } from 'rxjs'
import type { VisibleEntry } from '#domain/log/entry.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { CallName } from '#protocol/calls.ts'
import { restCallOf } from '#protocol/rest-call.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { commandSender } from '#streams/commands.ts'
import type { Connection } from '#streams/connection.ts'
import type { LogSignal } from '#streams/log-position.ts'
import { sessionStreams } from '#streams/session-streams.ts'
import type { CommandTransport, SocketTransport } from '#streams/transport.ts'
import { type CallAnswer, type CallInput, type HttpClient, httpClient } from './http-client.ts'
import { restCommands, restPolls } from './rest-transport.ts'
import { createSessionFold } from './session-fold.ts'
import { type FrameTap, openSocket } from './socket-transport.ts'

/** Whose login it is. */
export interface Credentials {
  readonly userCode: string
  readonly password: string
  /** The unit the account acts for; the account's own code unless given. */
  readonly unitCode?: string
}

/** A logged-in account; its calls renew an expired token. */
export interface Account {
  readonly http: HttpClient
  readonly userCode: string
  readonly unitCode: string
  call<N extends CallName>(name: N, input?: Omit<CallInput<N>, 'token'>): Promise<CallAnswer<N>>
  /** The same account over another connection to the server. */
  through(other: HttpClient): Account
}

/** How a command is sent; both end in the same decision on the server. */
export type Road = 'socket' | 'rest'

/** Somebody in a session: their view of its log, its state, and their commands. */
export interface Participant {
  readonly session: string
  readonly unitCode: string
  state(): SessionState
  entries(): readonly VisibleEntry[]
  /** Resolves when the command is committed; a refusal is an error whose `cause` has its code. */
  send(command: WireCommand, via?: Road): Promise<void>
  call<N extends CallName>(name: N, input?: Omit<CallInput<N>, 'token'>): Promise<CallAnswer<N>>
  /** Resolves with the first state that satisfies the predicate; `what` names it in the error of a time-out. */
  until(predicate: (state: SessionState) => boolean, what: string): Promise<SessionState>
  close(): void
}

export interface EnterOptions {
  /** Time-out of `until` and `send`, in milliseconds. */
  readonly timeoutMs?: number
  readonly frames?: FrameTap
  /** Called before a command is sent for the first time. */
  readonly onSent?: (sent: {
    readonly session: string
    readonly id: string
    readonly command: WireCommand
  }) => void
  /** Called for every command that the server acknowledges with its place in the log, by socket or by REST. */
  readonly onAck?: (acknowledged: {
    readonly session: string
    readonly id: string
    readonly seq: number
  }) => void
  /** Called with what the streams deliver. */
  readonly onSignal?: (signal: LogSignal) => void
  readonly onConnection?: (connection: Connection) => void
}

const againMs = 500

/** Logs in without the slide puzzle; the server has to allow test accounts. */
export async function logIn(
  http: HttpClient,
  { userCode, unitCode = userCode }: Pick<Credentials, 'userCode' | 'unitCode'>,
): Promise<Account> {
  const login = async () => (await http.call('testLogin', { body: { UserCode: userCode } })).token
  let token = await login()
  const through = (other: HttpClient): Account => ({
    http: other,
    userCode,
    unitCode,
    through,
    async call(name, input = {}) {
      // The first attempt may have been carried out by a server that ended before it answered.
      const key = randomUUID()
      const first = await other.attempt(name, { key, ...input, token })
      if (first.ok) return first.value
      if (first.error.status !== 401) throw new Error(`${name}: ${first.error.code}`, { cause: first.error })
      token = await login()
      return other.call(name, { key, ...input, token })
    },
  })
  return through(http)
}

/** Enters a section under its authorization and subscribes to its log. */
export async function enterSession(
  account: Account,
  session: string,
  { timeoutMs = 120_000, frames, onSent, onAck, onSignal, onConnection }: EnterOptions = {},
): Promise<Participant> {
  const { token, renew, call } = await authorize(account, session)
  const fold = createSessionFold(session)
  const socket = openSocket({ url: account.http.url, token, renew, frames })
  const unretried = httpClient({ url: account.http.url, timeoutMs: 0 })
  const sendPersistently = persistentSender(socket, restCommands(unretried, token), timeoutMs)
  const sendByRest = restSender(account.unitCode, fold.state, call)
  const streams = sessionStreams({
    session,
    socket,
    polls: restPolls(unretried, token),
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    scheduler: asyncScheduler,
    clockEveryMs: 60_000,
  })
  const flow = streams.log$.subscribe((signal) => {
    fold.take(signal)
    onSignal?.(signal)
  })
  if (onConnection) flow.add(streams.connection$.subscribe(onConnection))

  return {
    session,
    unitCode: account.unitCode,
    state: fold.state,
    entries: fold.entries,
    until: (predicate, what) => within(fold.until(predicate), timeoutMs, `${what} did not come`),
    call,
    async send(command, via = 'socket') {
      const id = randomUUID()
      onSent?.({ session, id, command })
      const seq = via === 'socket' ? await sendPersistently(id, command) : await sendByRest(id, command)
      if (seq !== null) onAck?.({ session, id, seq })
    },
    close() {
      flow.unsubscribe()
      socket.close()
      fold.giveUp(new Error('left the session'))
    },
  }
}

/** Gets the section's authorization; its calls renew an expired one. */
export async function authorize(account: Account, session: string) {
  const body = { bidProjGuid: session, dbGuid: session }
  const authorization = async () => (await account.call('getProjectAuthorization', { body })).oauth2
  let token = await authorization()

  async function renew(): Promise<void> {
    token = await authorization()
  }

  async function call<N extends CallName>(
    name: N,
    input: Omit<CallInput<N>, 'token'> = {},
  ): Promise<CallAnswer<N>> {
    const first = await account.http.attempt(name, { ...input, token })
    if (first.ok) return first.value
    if (first.error.status !== 401) throw new Error(`${name}: ${first.error.code}`, { cause: first.error })
    await renew()
    return account.http.call(name, { ...input, token })
  }

  return { token: () => token, renew, call }
}

/**
 * Sends a command under one id until it is answered or timed out: it is done once, whatever connections break. Resolves
 * with its place in the log.
 */
export function persistentSender(socket: SocketTransport, rest: CommandTransport, timeoutMs: number) {
  return async (id: string, command: WireCommand): Promise<number> => {
    const send = commandSender({
      transport: socket,
      rest,
      newId: () => id,
      describe: (code) => code,
      scheduler: asyncScheduler,
    })
    const givenUp = performance.now() + timeoutMs
    for (;;) {
      const result = await send(command)
      if (result.ok) return result.value
      const { code } = result.error
      // A server that failed may have done it all the same; the same id makes the retry safe.
      const unanswered = code === 'offline' || code === 'time-out' || code === 'internal'
      if (!unanswered || performance.now() >= givenUp) {
        throw new Error(`${command.type} refused: ${code}`, { cause: result.error })
      }
      await sleep(code === 'internal' ? againMs : 0)
    }
  }
}

/** Sends a command by the protocol's call for it; resolves with its place in the log where the call answers it. */
function restSender(unitCode: string, state: () => SessionState, call: Participant['call']) {
  return async (id: string, command: WireCommand): Promise<number | null> => {
    const rest = restCallOf(command, { unitCode, state: state() })
    if (!rest) throw new Error(`no call of the section gives ${command.type} as it is`)
    const { name, body } = rest
    const answer = await call(name, { body, key: id } as CallInput<typeof name>)
    // The protocol's decryption calls answer with a text, which is empty on success.
    if (typeof answer !== 'string') return 'seq' in answer ? Number(answer.seq) : null
    if (answer !== '') throw new Error(`${name}: ${answer}`)
    return null
  }
}

async function within<T>(promise: Promise<T>, milliseconds: number, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    // It keeps the process alive: a program that waits in vain must say for what, and not end in silence.
    timer = setTimeout(() => fail(new Error(problem)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
