import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { applyEntry, entryIsWhole, genesisHash, isHidden, type VisibleEntry } from '#domain/entry.ts'
import { initial, type SessionState } from '#domain/state.ts'
import type { CallName } from '#protocol/calls.ts'
import { down, wireVersion } from '#protocol/socket/messages.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { CallAnswer, CallInput, HttpClient } from './http-client.ts'
import { restCallOf } from './rest-commands.ts'

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
}

/** Sees every frame's text as it came; for tests that search through all there is. */
export type FrameTap = (text: string) => void

/** Somebody in a session: its log as they may see it, folded, and their commands. */
export interface Participant {
  readonly session: string
  readonly unitCode: string
  state(): SessionState
  entries(): readonly VisibleEntry[]
  /** Resolves once the command stands; a refusal is an error whose `cause` has its code. */
  send(command: WireCommand, via?: 'socket' | 'rest'): Promise<void>
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
}

/** Logs in with the password under the server's public key. */
export async function logIn(http: HttpClient, credentials: Credentials): Promise<Account> {
  const { userCode, password, unitCode = userCode } = credentials
  const { key } = await http.call('getPublicKey')
  const PwdEnc = encryptPassword(key, password)
  const login = async () => (await http.call('getOauth1', { body: { UserCode: userCode, PwdEnc } })).token
  let token = await login()
  return {
    http,
    unitCode,
    async call(name, input = {}) {
      const first = await http.attempt(name, { ...input, token })
      if (first.ok) return first.value
      if (first.error.status !== 401) throw new Error(`${name}: ${first.error.code}`, { cause: first.error })
      token = await login()
      return http.call(name, { ...input, token })
    },
  }
}

/** Enters a section under its authorization and subscribes to its log. */
export async function enterSession(
  account: Account,
  session: string,
  { patience = 120_000, frames, onAck }: EnterOptions = {},
): Promise<Participant> {
  const body = { bidProjGuid: session, dbGuid: session }
  const authorize = async () => (await account.call('getProjectAuthorization', { body })).oauth2
  let token = await authorize()
  const log = openLog(session)
  const pending = new Map<
    string,
    { command: WireCommand; settle: (refused: { code: string } | null) => void }
  >()
  const socket = io(account.http.url, {
    auth: (give) => give({ token, version: wireVersion }),
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
  })

  const subscribe = () => socket.emit('sub', { session, epoch: log.epoch(), after: log.state().seq })
  const transmit = (id: string, command: WireCommand) => socket.emit('cmd', { id, ...command })
  socket.on('connect', () => {
    subscribe()
    for (const [id, { command }] of pending) transmit(id, command)
  })
  socket.on('connect_error', async () => {
    // A server that refused the token is not tried again by itself.
    if (socket.active) return
    token = await authorize().catch(() => token)
    await sleep(200)
    if (!closed) socket.connect()
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect()
  })
  if (frames) tapFrames(socket, frames)
  socket.on('events', (message) => {
    if (log.take(message) === 'behind') subscribe()
  })
  let late = 0
  socket.on('hb', (message) => {
    // One heartbeat may overtake the frames that are on their way.
    late = down.hb.parse(message).head > log.state().seq ? late + 1 : 0
    if (late > 1) subscribe()
  })
  socket.on('ack', (message) => {
    const { id, seq } = down.ack.parse(message)
    onAck?.({ session, id, seq })
    settle(id, null)
  })
  socket.on('nack', (message) => {
    const { id, code } = down.nack.parse(message)
    settle(id, { code })
  })

  let closed = false

  function settle(id: string, refused: { code: string } | null): void {
    pending.get(id)?.settle(refused)
    pending.delete(id)
  }

  async function sendBySocket(command: WireCommand): Promise<void> {
    const id = randomUUID()
    const answer = new Promise<{ code: string } | null>((done) => pending.set(id, { command, settle: done }))
    if (socket.connected) transmit(id, command)
    const refused = await within(answer, patience, `no answer to ${command.type}`)
    if (refused) throw new Error(`${command.type} refused: ${refused.code}`, { cause: refused })
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
      const { name, body } = restCallOf(command, log.state(), account.unitCode)
      const answer = await call(name, { body } as CallInput<typeof name>)
      // The seeds' decryption calls answer with a text, empty on success.
      if (typeof answer === 'string' && answer !== '') throw new Error(`${name}: ${answer}`)
    },
    close() {
      closed = true
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

/** One viewer's log: takes frames, holds the chain against every entry, folds, and wakes those who wait. */
function openLog(session: string) {
  let epoch = ''
  let state = initial()
  let entries: VisibleEntry[] = []
  let waiting: Waiter[] = []
  let broken: Error | null = null

  function take(message: unknown): 'taken' | 'behind' {
    const frame = down.events.parse(message)
    if (epoch !== '' && frame.epoch !== epoch) {
      state = initial()
      entries = []
    }
    epoch = frame.epoch
    for (const entry of frame.entries as VisibleEntry[]) {
      if (entry.seq <= state.seq) continue
      if (entry.seq > state.seq + 1) return 'behind'
      const previous = entries.at(-1)?.hash ?? genesisHash(session)
      if (!isHidden(entry) && (entry.previous !== previous || !entryIsWhole(entry))) {
        giveUp(new Error(`the hash chain of ${session} breaks at entry ${entry.seq}`))
        return 'taken'
      }
      entries.push(entry)
      applyEntry(state, entry)
    }
    const ready = waiting.filter(({ predicate }) => predicate(state))
    waiting = waiting.filter((waiter) => !ready.includes(waiter))
    for (const { done } of ready) done(state)
    return 'taken'
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

  return { epoch: () => epoch, state: () => state, entries: () => entries, take, until, giveUp }
}

function encryptPassword(spki: string, password: string): string {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(password)).toString('base64')
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

/** The text under Socket.IO's own messages, frame by frame, on whatever connection it has. */
function tapFrames(socket: Socket, frames: FrameTap): void {
  socket.io.on('open', () => {
    socket.io.engine.on('packet', (packet) => {
      if (typeof packet.data === 'string') frames(packet.data)
    })
  })
}
