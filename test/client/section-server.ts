import { vi } from 'vitest'
// Loaded with a page's first call: a test's clock does not wait for that.
import '#client/net/api-client.ts'
import '#protocol/calls.ts'
import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { restoredEpoch } from '#protocol/socket/restored-epoch.ts'
import type { DownMessage, UpMessage } from '#streams/transport.ts'
import { message, openingLog, snapshot, wholeSnapshot } from '#test/support/opening-log.ts'

/** The body of a message. */
type Body<K extends DownMessage['kind']> = Extract<DownMessage, { kind: K }>['body']

export interface SectionServerOptions {
  /** The log's first head; by default its end. */
  readonly head?: number
  readonly viewer?: Viewer
  /** A subscription from the start first gets a snapshot of this seq. */
  readonly snapshotAt?: number
}

let serving: SectionServer | null = null

/** Replaces Socket.IO's `io` on every screen (`dom-setup.ts`). */
export function io() {
  if (!serving) throw new Error('no server')
  return serving.socket
}

export type SectionServer = ReturnType<typeof serveSection>

/**
 * A section's server without a network: the server's side of Socket.IO, and the REST calls, over the log of an opening
 * that the test moves on. It answers a subscription as the server does once it has accepted the connection.
 */
export function serveSection(options: SectionServerOptions = {}) {
  const served = createServedLog(options)
  /** What the client sent by socket. */
  const heard: UpMessage[] = []
  /** The last seq that the subscribed client was sent; null without a subscription. */
  let sentTo: number | null = null
  const line = createFakeSocket({
    ended() {
      sentTo = null
    },
    received(up) {
      heard.push(up)
      if (up.kind === 'sub') subscribe(up.body)
      else if (calls.rest.mode !== 'hangs') say('ack', { id: up.body.id, seq: served.head() })
    },
  })
  const calls = stubRestCalls((call, parameters, body, reading) => {
    const seq = served.head()
    if (call === 'getSessionSnapshot') return served.wholeSnapshot(seq)
    if (call === 'submitCommand') return { id: JSON.parse(body).id, seq }
    if (call !== 'getSessionLog') return pollAnswers(seq, reading)[call]
    const after = Number(parameters.get('after'))
    return served.part(after + 1, after + Number(parameters.get('limit') ?? 1000))
  })

  function say<K extends DownMessage['kind']>(kind: K, body: Body<K>): void {
    if (line.socket.connected) line.sendUnchecked(kind, JSON.parse(JSON.stringify(body)))
  }

  const beat = () => say('hb', { epoch: served.epoch(), head: served.head(), now: Date.now() })

  function subscribe(wish: { readonly epoch: string; readonly after: number }): void {
    sentTo = wish.epoch === served.epoch() ? wish.after : 0
    beat()
    if (sentTo === 0 && options.snapshotAt !== undefined) {
      say('snapshot', served.snapshot(options.snapshotAt))
      sentTo = options.snapshotAt
    }
    sendNew()
  }

  /** Sends the subscribed client the entries that it does not have yet, as one frame. */
  function sendNew(): void {
    if (sentTo === null || sentTo >= served.head()) return
    say('events', served.part(sentTo + 1, served.head()))
    sentTo = served.head()
  }

  const server = {
    ...line,
    ...calls,
    ...{ heard, beat, say, head: served.head, log: served.log, restore: served.restore },
    /** Adds the opening's next entries to the log. */
    goOn(count = 1) {
      served.goOn(count)
      sendNew()
    },
  }
  serving = server as never
  return server
}

/** The log of an opening up to a head that moves on. */
function createServedLog({ head: first, viewer }: SectionServerOptions) {
  let log: readonly Entry[] = openingLog()
  let epoch = 'A'
  let head = first ?? log.length
  return {
    epoch: () => epoch,
    head: () => head,
    log: () => log.slice(0, head),
    part: (from: number, to: number) =>
      message(log.slice(0, head), from, Math.min(to, head), { epoch, head, ...(viewer && { viewer }) }),
    snapshot: (seq: number) => snapshot(log, seq, { epoch, head, viewer }),
    wholeSnapshot: (seq: number) => wholeSnapshot(log, seq, { epoch, head, viewer }),
    goOn(count: number) {
      head += count
    },
    /** A backup is restored: another log and another epoch, which the client learns of later. */
    restore(to: number) {
      log = openingLog('01')
      epoch = restoredEpoch(epoch, 1, 'b')
      head = to
    },
  }
}

/** Socket.IO's client as the product uses it, and the test's side of its connection. */
function createFakeSocket({ received, ended }: { received(message: UpMessage): void; ended(): void }) {
  const listeners = new Map<string, ((body?: unknown) => void)[]>()
  let attempts = 1
  const socket = {
    connected: false,
    active: true,
    on(event: string, listener: (body?: unknown) => void) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    off: () => listeners.clear(),
    io: {
      on: (event: string, listener: () => void) => socket.on(event, listener),
      off: (event: string) => void listeners.delete(event),
    },
    connect() {
      attempts += 1
      socket.active = true
    },
    disconnect: () => end(false),
    emit: (kind: UpMessage['kind'], body: never) => received({ kind, body }),
  }

  function fire(event: string, body?: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(body)
  }

  function end(isRetried: boolean): void {
    socket.active = isRetried
    ended()
    if (!socket.connected) return
    socket.connected = false
    fire('disconnect')
  }

  return {
    socket,
    /** How often the client has tried to connect. */
    attempts: () => attempts,
    /** How many listeners the socket has. */
    listeners: () => [...listeners.values()].flat().length,
    /** Accepts the client's connection. */
    accept() {
      socket.connected = true
      fire('connect')
    },
    /** Refuses the client's connection with this reason. */
    refuse(reason: string) {
      socket.active = false
      fire('connect_error', new Error(reason))
    },
    /** The connection breaks; the library reconnects by itself. */
    drop: () => end(true),
    /** The server ends the connection; the library does not reconnect by itself. */
    dismiss: () => end(false),
    /** Sends any message, whether it fits the protocol or not. */
    sendUnchecked: fire,
    ping: () => fire('ping'),
  }
}

type RestAnswer = (
  call: string,
  parameters: URLSearchParams,
  body: string,
  reading: readonly FileProgress[],
) => unknown

interface RestFare {
  mode: 'answers' | 'hangs' | 'fails' | 'refuses'
  reading: readonly FileProgress[]
  /** What becomes of an answer. */
  changed: (json: string) => string
}

/** Puts an own `fetch` in place; a call that `answer` does not know is refused. */
function stubRestCalls(answer: RestAnswer) {
  /** The calls that were made by REST. */
  const asked: string[] = []
  /** Requests that were neither answered nor aborted. */
  const waiting = new Set<AbortSignal>()
  /** How requests fare, and the progress of file reading. */
  const rest: RestFare = { mode: 'answers', reading: [], changed: (json) => json }

  async function fetched(path: string, init?: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(path, 'http://server')
    const call = pathname.split('/').at(-1) ?? ''
    asked.push(call)
    if (rest.mode === 'fails') throw new TypeError('fetch failed')
    if (rest.mode === 'hangs') return forever(init?.signal)
    const given =
      rest.mode === 'answers' ? answer(call, searchParams, String(init?.body), rest.reading) : undefined
    return given === undefined
      ? Response.json(refused, { status: 403 })
      : Response.json(JSON.parse(rest.changed(JSON.stringify(given))))
  }

  function forever(signal: AbortSignal | null | undefined): Promise<never> {
    return new Promise((_, fail) => {
      if (!signal) return
      waiting.add(signal)
      signal.addEventListener('abort', () => {
        waiting.delete(signal)
        fail(signal.reason)
      })
    })
  }
  vi.stubGlobal('fetch', fetched)
  return { asked, waiting, rest }
}

/** Answers to the polls before the decryption. */
function pollAnswers(seq: number, reading: readonly FileProgress[]): Readonly<Record<string, unknown>> {
  const serverTime = new Date(Date.now()).toISOString()
  return {
    getJieMiJieZhiShiJian: { LimitJmTime: null, deadline: null, isClosed: false, serverTime, seq },
    getIsSignedKb: {
      ...{ Is_begin: false, Is_Sign: false, StartTime: null, EndTime: null },
      ...{ is_SignConfirm: 0, recordHash: null, seq },
    },
    getDbFlowStatus: {
      ...{ dbFlowStatus: 1, STAGEORD: 1, envelopes: 1, kbFlowStatus: 0, STAGESTAGUS: 0, bidStatus: '' },
      seq,
    },
    getYiYiList: { rows: [], seq },
    getImportStatus: { total: 0, imported: 0, failed: 0, opening: 0, reading, rows: [], seq },
    getServerTimeNoauth: { serverTime, epoch: Date.now() },
  }
}

const refused = {
  Result: false,
  ResultMessage: '无权限！',
  message: '无权限！',
  code: 'forbidden',
  params: {},
  requestId: '',
}
