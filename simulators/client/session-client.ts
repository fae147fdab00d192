import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asyncScheduler, filter } from 'rxjs'
import { applyEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { exhaustive } from '#lib/exhaustive.ts'
import type { CallName } from '#protocol/calls.ts'
import { restCallOf } from '#protocol/rest-call.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { commandSender } from '#streams/commands.ts'
import type { Connection } from '#streams/connection.ts'
import type { LogSignal } from '#streams/log-place.ts'
import { sessionStreams } from '#streams/session-streams.ts'
import type { CommandTransport, PollTransport } from '#streams/transport.ts'
import { type CallAnswer, type CallInput, type HttpClient, httpClient } from './http-client.ts'
import { type FrameTap, openSocket } from './socket-transport.ts'

/** Who logs in. */
export interface Credentials {
  readonly userCode: string
  readonly password: string
  /** The unit the account acts for; the account's own code unless given. */
  readonly unitCode?: string
}

/** An account's token, renewed where the server does not know it any more. */
export interface Account {
  readonly http: HttpClient
  readonly unitCode: string
  call<N extends CallName>(name: N, input?: Omit<CallInput<N>, 'token'>): Promise<CallAnswer<N>>
  /** The same account by another road to the server. */
  through(road: HttpClient): Account
}

/** How a command is sent; both end in the same decision on the server. */
export type Road = 'socket' | 'rest'

/** Somebody in a session: its log as they may see it, folded, and their commands. */
export interface Participant {
  readonly session: string
  readonly unitCode: string
  state(): SessionState
  entries(): readonly VisibleEntry[]
  /** Resolves once the command stands; a refusal is an error whose `cause` has its code. */
  send(command: WireCommand, via?: Road): Promise<void>
  call<N extends CallName>(name: N, input?: Omit<CallInput<N>, 'token'>): Promise<CallAnswer<N>>
  /** Resolves with the first state for which it holds; `what` names it when it never comes. */
  until(predicate: (state: SessionState) => boolean, what: string): Promise<SessionState>
  close(): void
}

export interface EnterOptions {
  /** How long `until` and `send` wait at most, in milliseconds. */
  readonly patience?: number
  readonly frames?: FrameTap
  /** Sees every command that the server acknowledged on the socket. */
  readonly onAck?: (acknowledged: {
    readonly session: string
    readonly id: string
    readonly seq: number
  }) => void
  /** Looks on as the log and the connection come in. */
  readonly onSignal?: (signal: LogSignal) => void
  readonly onConnection?: (connection: Connection) => void
}

const againMs = 500

/** Logs in without the slide puzzle, which is for people: the server has to allow test accounts. */
export async function logIn(
  http: HttpClient,
  { userCode, unitCode = userCode }: Pick<Credentials, 'userCode' | 'unitCode'>,
): Promise<Account> {
  const login = async () => (await http.call('testLogin', { body: { UserCode: userCode } })).token
  let token = await login()
  const through = (road: HttpClient): Account => ({
    http: road,
    unitCode,
    through,
    async call(name, input = {}) {
      const first = await road.attempt(name, { ...input, token })
      if (first.ok) return first.value
      if (first.error.status !== 401) throw new Error(`${name}: ${first.error.code}`, { cause: first.error })
      token = await login()
      return road.call(name, { ...input, token })
    },
  })
  return through(http)
}

/** Enters a section under its authorization and subscribes to its log. */
export async function enterSession(
  account: Account,
  session: string,
  { patience = 120_000, frames, onAck, onSignal, onConnection }: EnterOptions = {},
): Promise<Participant> {
  const body = { bidProjGuid: session, dbGuid: session }
  const authorize = async () => (await account.call('getProjectAuthorization', { body })).oauth2
  let token = await authorize()
  const log = openLog(session)
  const socket = openSocket({
    url: account.http.url,
    token: () => token,
    renew: async () => {
      token = await authorize()
    },
    frames,
  })
  const impatient = httpClient({ url: account.http.url, patience: 0 })
  const rest = restCommands(impatient, () => token)
  const streams = sessionStreams({
    session,
    socket,
    polls: pollsOf(impatient, () => token),
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    scheduler: asyncScheduler,
    clockEveryMs: 60_000,
  })
  const flow = streams.log$.subscribe((signal) => {
    log.take(signal)
    onSignal?.(signal)
  })
  if (onConnection) flow.add(streams.connection$.subscribe(onConnection))
  if (onAck) {
    const acks$ = socket.messages$.pipe(filter((message) => message.kind === 'ack'))
    flow.add(acks$.subscribe(({ body: ack }) => onAck({ session, ...ack })))
  }

  /** Sent under one id for as long as it takes: done once, whatever happened to the connection meanwhile. */
  async function sendBySocket(command: WireCommand): Promise<void> {
    const id = randomUUID()
    const send = commandSender({
      transport: socket,
      rest,
      newId: () => id,
      describe: (code) => code,
      scheduler: asyncScheduler,
    })
    const givenUp = performance.now() + patience
    for (;;) {
      const result = await send(command)
      if (result.ok) return
      const { code } = result.error
      // A server that failed may have done it all the same; under the same id it is asked again.
      const unanswered = code === 'offline' || code === 'time-out' || code === 'internal'
      if (unanswered && performance.now() < givenUp) {
        await sleep(code === 'internal' ? againMs : 0)
        continue
      }
      throw new Error(`${command.type} refused: ${code}`, { cause: result.error })
    }
  }

  return {
    session,
    unitCode: account.unitCode,
    state: log.state,
    entries: log.entries,
    until: (predicate, what) => within(log.until(predicate), patience, `${what} did not come`),
    call,
    async send(command, via = 'socket') {
      if (via === 'socket') return sendBySocket(command)
      const rest = restCallOf(command, { unitCode: account.unitCode, state: log.state() })
      if (!rest) throw new Error(`no call of the section gives ${command.type} as it is`)
      const { name, body } = rest
      const answer = await call(name, { body } as CallInput<typeof name>)
      // The seeds' decryption calls answer with a text, empty on success.
      if (typeof answer === 'string' && answer !== '') throw new Error(`${name}: ${answer}`)
    },
    close() {
      flow.unsubscribe()
      socket.close()
      log.giveUp(new Error('left the session'))
    },
  }

  async function call<N extends CallName>(
    name: N,
    input: Omit<CallInput<N>, 'token'> = {},
  ): Promise<CallAnswer<N>> {
    const first = await account.http.attempt(name, { ...input, token })
    if (first.ok) return first.value
    if (first.error.status !== 401) throw new Error(`${name}: ${first.error.code}`, { cause: first.error })
    token = await authorize()
    return account.http.call(name, { ...input, token })
  }
}

interface Waiter {
  readonly predicate: (state: SessionState) => boolean
  readonly done: (state: SessionState) => void
  readonly fail: (problem: Error) => void
}

/** Commands without a socket; what does not get through or fails there rejects, and is asked again. */
function restCommands(http: HttpClient, token: () => string): CommandTransport {
  return {
    async submit(command, signal) {
      const answer = await http.attempt('submitCommand', { token: token(), body: command, signal })
      if (answer.ok) return { kind: 'ack', body: answer.value }
      const { status, code, message } = answer.error
      if (status === 401 || status >= 500) throw new Error(code)
      return { kind: 'nack', body: { id: command.id, code, params: {}, message } }
    },
  }
}

/** What the streams read by REST while the socket is not live. */
function pollsOf(http: HttpClient, token: () => string): PollTransport {
  return {
    readLog: (after, signal, limit = 1000) =>
      http.call('getSessionLog', { token: token(), query: { after, limit }, signal }),
    readSnapshot: (signal) => http.call('getSessionSnapshot', { token: token(), signal }),
    readDeadline: (signal) => http.call('getJieMiJieZhiShiJian', { token: token(), signal }),
    readSigning: (signal) => http.call('getIsSignedKb', { token: token(), signal }),
    readStage: (signal) => http.call('getDbFlowStatus', { token: token(), signal }),
    readObjections: (signal) => http.call('getYiYiList', { token: token(), signal }),
    readProgress: async (signal) =>
      (await http.call('getImportStatus', { token: token(), query: { IsGetJieMiStatus: 0 }, signal }))
        .reading,
    readServerTime: async (signal) => (await http.call('getServerTimeNoauth', { signal })).epoch,
  }
}

/** One viewer's log: folds what the streams let through, and wakes those who wait. */
function openLog(session: string) {
  let state = initial()
  let entries: VisibleEntry[] = []
  let waiting: Waiter[] = []
  let broken: Error | null = null

  function take(signal: LogSignal): void {
    switch (signal.kind) {
      case 'frame':
        entries.push(...signal.entries)
        for (const entry of signal.entries) applyEntry(state, entry)
        wake()
        return
      case 'reset':
        state = initial()
        entries = []
        return
      case 'snapshot':
        state = signal.state
        entries = []
        wake()
        return
      case 'broken':
        giveUp(new Error(`the hash chain of ${session} breaks at entry ${signal.seq}`))
        return
      case 'gap':
        return
      default:
        exhaustive(signal)
    }
  }

  function wake(): void {
    const ready = waiting.filter(({ predicate }) => predicate(state))
    waiting = waiting.filter((waiter) => !ready.includes(waiter))
    for (const { done } of ready) done(state)
  }

  function giveUp(problem: Error): void {
    broken = problem
    for (const { fail } of waiting) fail(problem)
    waiting = []
  }

  function until(predicate: (state: SessionState) => boolean): Promise<SessionState> {
    if (broken) return Promise.reject(broken)
    if (predicate(state)) return Promise.resolve(state)
    return new Promise((done, fail) => waiting.push({ predicate, done, fail }))
  }

  return { state: () => state, entries: () => entries, take, until, giveUp }
}

async function within<T>(promise: Promise<T>, milliseconds: number, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(problem)), milliseconds).unref()
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
