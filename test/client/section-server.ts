import { vi } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { message, openingLog, snapshot } from '#streams/test-helpers.ts'
import type { DownMessage, UpMessage } from '#streams/transport.ts'

/** A message's name on the wire and its payload. */
type Body<K extends DownMessage['kind']> = Extract<DownMessage, { kind: K }>['body']

export interface SectionServerOptions {
  /** The number of entries at first; by default all of them. */
  readonly head?: number
  readonly viewer?: Viewer
  /** A subscription from the start first gets a snapshot at this seq. */
  readonly snapshotAt?: number
}

let serving: SectionServer | null = null

/** Replaces Socket.IO's: `vi.mock('socket.io-client', async () => import('#test/client/section-server.ts'))`. */
export function io() {
  if (!serving) throw new Error('no server')
  return serving.socket
}

export type SectionServer = ReturnType<typeof serveSection>

/**
 * A section's server without a network: the server's side of Socket.IO and the REST calls, over the log of an opening
 * that the test advances. A subscription is answered as by the server, once the connection was accepted.
 */
export function serveSection({ head: first, viewer, snapshotAt }: SectionServerOptions = {}) {
  let log: readonly Entry[] = openingLog()
  let epoch = 'A'
  let head = first ?? log.length
  const listeners = new Map<string, ((body?: unknown) => void)[]>()
  /** The messages received by socket, and the REST calls. */
  const heard: UpMessage[] = []
  const asked: string[] = []
  const waiting = new Set<AbortSignal>()
  const rest: { mode: 'answers' | 'hangs' | 'fails' | 'refuses'; reading: readonly FileProgress[] } = {
    mode: 'answers',
    reading: [],
  }
  let attempts = 1
  let readsFrom: number | null = null

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
    disconnect: () => lose(false),
    emit(kind: UpMessage['kind'], body: never) {
      heard.push({ kind, body })
      if (kind === 'sub') subscribed(body)
      else if (rest.mode !== 'hangs') say('ack', { id: (body as { id: string }).id, seq: head })
    },
  }

  function fire(event: string, body?: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(body)
  }

  function say<K extends DownMessage['kind']>(kind: K, body: Body<K>): void {
    if (socket.connected) fire(kind, JSON.parse(JSON.stringify(body)))
  }

  function lose(comesBack: boolean): void {
    socket.active = comesBack
    readsFrom = null
    if (!socket.connected) return
    socket.connected = false
    fire('disconnect')
  }

  function subscribed(wish: { readonly epoch: string; readonly after: number }): void {
    readsFrom = wish.epoch === epoch ? wish.after : 0
    beat()
    if (readsFrom === 0 && snapshotAt !== undefined) {
      say('snapshot', snapshot(log, snapshotAt, { epoch, head, viewer }))
      readsFrom = snapshotAt
    }
    tell()
  }

  /** Sends subscribers the entries that they do not have yet, as one frame. */
  function tell(): void {
    if (readsFrom === null || readsFrom >= head) return
    say('events', part(readsFrom + 1, head))
    readsFrom = head
  }

  const beat = () => say('hb', { epoch, head, now: Date.now() })
  const part = (from: number, to: number) =>
    message(log.slice(0, head), from, Math.min(to, head), { epoch, head, ...(viewer && { viewer }) })

  function answer(path: string, init?: RequestInit): unknown {
    const { pathname, searchParams } = new URL(path, 'http://server')
    const seq = head
    const now = new Date(Date.now()).toISOString()
    const answers: Record<string, () => unknown> = {
      getSessionLog() {
        const after = Number(searchParams.get('after'))
        return part(after + 1, after + Number(searchParams.get('limit') ?? 1000))
      },
      getSessionSnapshot: () => snapshot(log, head, { epoch, head, viewer }),
      getJieMiJieZhiShiJian: () => ({
        ...{ LimitJmTime: null, deadline: null, isClosed: false },
        ...{ serverTime: now, seq },
      }),
      getIsSignedKb: () => ({
        ...{ Is_begin: false, Is_Sign: false, StartTime: null, EndTime: null },
        ...{ is_SignConfirm: 0, recordHash: null, seq },
      }),
      getDbFlowStatus: () => ({ dbFlowStatus: 1, envelopes: 1, kbFlowStatus: 0, bidStatus: '', seq }),
      getYiYiList: () => ({ rows: [], seq }),
      getImportStatus: () => ({
        ...{ total: 0, imported: 0, failed: 0, opening: 0 },
        ...{ reading: rest.reading, rows: [], seq },
      }),
      getServerTimeNoauth: () => ({ serverTime: now, epoch: Date.now() }),
      submitCommand: () => ({ id: JSON.parse(String(init?.body)).id, seq }),
    }
    return answers[pathname.split('/').at(-1) ?? '']?.()
  }

  async function fetched(path: string, init?: RequestInit): Promise<Response> {
    asked.push(path.replace(/^.*\//, '').replace(/\?.*$/, ''))
    if (rest.mode === 'fails') throw new TypeError('fetch failed')
    if (rest.mode === 'hangs') return forever(init?.signal)
    const given = rest.mode === 'answers' ? answer(path, init) : undefined
    return given === undefined
      ? Response.json(refused, { status: 403 })
      : Response.json(JSON.parse(JSON.stringify(given)))
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

  const server = {
    socket,
    heard,
    asked,
    /** How REST requests are answered, and the progress of files that is reported. */
    rest,
    /** Requests that were neither answered nor aborted. */
    waiting,
    /** The number of connection attempts. */
    attempts: () => attempts,
    /** The number of the socket's listeners. */
    listeners: () => [...listeners.values()].flat().length,
    head: () => head,
    log: () => log.slice(0, head),
    /** Accepts the connection. */
    accept() {
      socket.connected = true
      fire('connect')
    },
    /** Refuses the connection with this message. */
    refuse(reason: string) {
      socket.active = false
      fire('connect_error', new Error(reason))
    },
    /** Breaks the connection: the library reconnects by itself. */
    drop: () => lose(true),
    /** Ends the connection as the server: the library does not reconnect by itself. */
    dismiss: () => lose(false),
    /** Appends this many entries of the opening. */
    goOn(count = 1) {
      head += count
      tell()
    },
    /** Restores a backup: another log from now on. */
    restore(to: number) {
      log = openingLog('01')
      epoch = 'B'
      head = to
    },
    beat,
    say,
    /** Sends any message, valid or not. */
    babble: (kind: string, body: unknown) => fire(kind, body),
    ping: () => fire('ping'),
  }
  serving = server as never
  return server
}

const refused = {
  Result: false,
  ResultMessage: '无权限！',
  message: '无权限！',
  code: 'forbidden',
  params: {},
  requestId: '',
}
