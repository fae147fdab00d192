import { setTimeout as sleep } from 'node:timers/promises'
import { BehaviorSubject, NEVER, Subject } from 'rxjs'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { epochOf } from '#lib/time.ts'
import { isPreviewOf, startOfEpoch } from '#protocol/socket/epoch.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { HeartbeatMessage } from '#protocol/socket/hb.ts'
import { type SnapshotMessage, snapshotBeyond } from '#protocol/socket/snapshot.ts'
import type { DownMessage, SocketTransport } from '#streams/transport.ts'
import { type LightSocket, openLightSocket } from './light-socket.ts'
import { recordLiveness } from './liveness.ts'
import type { Recorder } from './recorder.ts'

/*
 * A client that only tracks its position in the log: epoch, seq and hash. Thousands fit into one process: it reads every
 * frame and checks that entries continue each other, but folds nothing and does not hash them.
 */

export interface LightClient {
  readonly position: LogPosition
  /** What it sends commands by. */
  readonly transport: SocketTransport
  /** It is connected and held every entry known to it when it last looked. */
  isLive(): boolean
  /** The entry that does not continue the one before; null where there is none. */
  brokenAt(): number | null
  /** Stops reading without closing the connection. */
  freeze(): void
  thaw(): void
  close(): void
}

interface LogPosition {
  readonly epoch: string
  readonly seq: number
  readonly hash: string
}

/** Who is told what a light client reads; entries and states are shared by all clients and must not be changed. */
export interface Reader {
  /** The next entry, each once. */
  onEntry(entry: VisibleEntry): void
  /** The state at the client's position, in place of its entries. */
  onSnapshot(state: SnapshotMessage['state']): void
  /** The log was replaced by another, which is read from its start. */
  onReset(): void
}

/** What a client without a socket reads every few seconds. */
export interface LightPolls {
  readLog(after: number): Promise<EventsMessage>
  readSnapshot(): Promise<SnapshotMessage>
}

export interface LightClientOptions {
  /** http://… */
  readonly url: string
  readonly session: string
  readonly token: string
  /** Gets another authorization when the server refuses this one. */
  renew(): Promise<string>
  readonly recorder: Recorder
  /** Called when its position has moved. */
  readonly onMoved: (client: LightClient) => void
  readonly reader?: Reader
  /** No WebSocket gets through: it polls by REST. */
  readonly polls?: LightPolls | null
}

/** Time after thawing in which old entries still arrive. */
const backlogMs = 500
/** The interval in which a client without a socket asks, spread by ±20 %. */
const pollMs = 3000

export function openLightClient(options: LightClientOptions): LightClient {
  const { url, session, token, renew, recorder, onMoved, reader, polls } = options
  const position = { epoch: '', seq: 0, hash: '' }
  const liveness = recordLiveness(recorder)
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  let joinedAt = 0
  let ahead = 0
  let frozen = false
  let broken: number | null = null
  let closed = false
  const socket = polls ? null : openSocket()

  function openSocket(): LightSocket {
    return openLightSocket({
      ...{ url, token, renew, onMessage },
      onOpen() {
        connected$.next(true)
        subscribe()
      },
      onClose() {
        connected$.next(false)
        liveness.set(false)
      },
    })
  }

  function subscribe(): void {
    socket?.send('sub', { session, epoch: position.epoch, after: position.seq })
  }

  function onMessage(kind: string, body: unknown): void {
    if (kind === 'events') onEvents(body as EventsMessage)
    else if (kind === 'snapshot') onSnapshot(body as SnapshotMessage)
    else if (kind === 'hb') onHeartbeat(body as HeartbeatMessage)
    else messages$.next({ kind, body } as DownMessage)
  }

  function onSnapshot({ epoch, seq, hash, head, state }: SnapshotMessage): void {
    if (!join(epoch, head) || seq <= position.seq) return
    Object.assign(position, { seq, hash })
    joinedAt = Math.max(joinedAt, seq)
    reader?.onSnapshot(state)
    onMoved(client)
    if (seq >= head) onCurrent()
  }

  function onEvents({ epoch, head, entries }: EventsMessage): void {
    if (!join(epoch, head)) return
    for (const entry of entries as VisibleEntry[]) {
      if (entry.seq <= position.seq) continue
      if (entry.seq !== position.seq + 1) return void subscribe()
      take(entry)
    }
    onMoved(client)
    if (position.seq >= head) onCurrent()
  }

  function take(entry: VisibleEntry): void {
    if ('at' in entry) {
      if (entry.previous !== position.hash) broken ??= entry.seq
      if (entry.seq > joinedAt && !frozen) recorder.record(series(), recorder.since(epochOf(entry.at)))
    }
    position.seq = entry.seq
    position.hash = entry.hash
    reader?.onEntry(entry)
  }

  function series() {
    if (polls) return 'polling'
    return liveness.isLive() ? 'live' : 'behind'
  }

  /** Another epoch starts over; false where it is a preview of the log that was reached already. */
  function join(epoch: string, head: number): boolean {
    if (position.epoch === epoch) return true
    if (isPreviewOf(epoch, position.epoch)) return false
    Object.assign(position, { epoch, seq: 0, hash: startOfEpoch(session, epoch) })
    joinedAt = head
    reader?.onReset()
    return true
  }

  function onHeartbeat({ epoch, head }: HeartbeatMessage): void {
    ahead = head > position.seq || epoch !== position.epoch ? ahead + 1 : 0
    if (ahead === 0) onCurrent()
    // After a single one the missing entry may still be on its way.
    if (ahead >= 2) subscribe()
  }

  /** The client holds every entry that the server has announced. */
  function onCurrent(): void {
    socket?.resetBackoff()
    liveness.set(true)
  }

  async function pollOn({ readLog, readSnapshot }: LightPolls): Promise<void> {
    let head = 0
    while (!closed) {
      // After a failed read the next one starts over.
      try {
        if (head - position.seq > snapshotBeyond) onSnapshot(await readSnapshot())
        const page = await readLog(position.seq)
        head = page.head
        onEvents(page)
      } catch {
        liveness.set(false)
      }
      if (position.seq >= head) await sleep(pollMs * (0.8 + 0.4 * Math.random()), null, { ref: false })
    }
  }

  const client: LightClient = {
    position,
    transport: {
      ...{ connected$, messages$, pings$: NEVER },
      send: ({ kind, body }) => socket?.send(kind, body),
      restart: () => socket?.restart(),
    },
    isLive: liveness.isLive,
    brokenAt: () => broken,
    freeze() {
      frozen = true
      socket?.pause()
    },
    thaw() {
      socket?.resume()
      // Entries that queued up while frozen are old through no fault of the server.
      setTimeout(() => {
        frozen = false
      }, backlogMs)
    },
    close() {
      closed = true
      socket?.close()
      liveness.set(false)
    },
  }
  if (polls) void pollOn(polls)
  return client
}
