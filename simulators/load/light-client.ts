import { epochOf } from '#lib/time.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { HeartbeatMessage } from '#protocol/socket/hb.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'
import { type LightSocket, openLightSocket } from './light-socket.ts'
import { recordLiveness } from './liveness.ts'
import { exactNow, type Recorder } from './recorder.ts'

/*
 * A client that only tracks its position in the log: epoch, seq and hash. Thousands fit into one process: it reads every
 * frame, but folds nothing and does not check the hash chain.
 */

export interface LightClient {
  readonly position: LogPosition
  /** It is connected and held every entry known to it when it last looked. */
  isLive(): boolean
  /** Stops reading without closing the connection. */
  freeze(): void
  thaw(): void
}

interface LogPosition {
  readonly epoch: string
  readonly seq: number
  readonly hash: string
}

export interface LightClientOptions {
  /** http://… */
  readonly url: string
  readonly session: string
  readonly token: string
  /** Gets another authorization when the server refuses this one. */
  renew(): Promise<string>
  readonly recorder: Recorder
  /** Called for every entry. */
  readonly onEntry: (client: LightClient) => void
}

/** Time after thawing in which old entries still arrive. */
const backlogMs = 500

export function openLightClient(options: LightClientOptions): LightClient {
  const { url, session, token, renew, recorder, onEntry } = options
  const position = { epoch: '', seq: 0, hash: '' }
  const liveness = recordLiveness(recorder)
  let joinedAt = 0
  let ahead = 0
  let frozen = false
  const subscribe = (): void => socket.send('sub', { session, epoch: position.epoch, after: position.seq })
  const socket: LightSocket = openLightSocket({
    ...{ url, token, renew, onMessage },
    onOpen: subscribe,
    onClose: () => liveness.set(false),
  })

  function onMessage(kind: string, body: unknown): void {
    if (kind === 'events') onEvents(body as EventsMessage)
    else if (kind === 'snapshot') onSnapshot(body as SnapshotMessage)
    else if (kind === 'hb') onHeartbeat(body as HeartbeatMessage)
  }

  function onSnapshot({ epoch, seq, hash, head }: SnapshotMessage): void {
    move(epoch, seq, hash)
    joinedAt = Math.max(joinedAt, head)
    if (seq >= head) onCurrent()
  }

  function onEvents({ epoch, head, entries }: EventsMessage): void {
    const arrived = exactNow()
    if (position.epoch !== epoch) joinedAt = head
    for (const entry of entries) {
      if (epoch === position.epoch && entry.seq <= position.seq) continue
      if (entry.seq !== (epoch === position.epoch ? position.seq : 0) + 1) return void subscribe()
      const isNew = entry.seq > joinedAt && 'at' in entry && !frozen
      if (isNew) recorder.record(liveness.isLive() ? 'live' : 'behind', arrived - epochOf(entry.at))
      move(epoch, entry.seq, entry.hash)
    }
    if (position.seq >= head) onCurrent()
  }

  function onHeartbeat({ head }: HeartbeatMessage): void {
    ahead = head > position.seq ? ahead + 1 : 0
    if (ahead === 0) onCurrent()
    // After a single one the missing entry may still be on its way.
    if (ahead >= 2) subscribe()
  }

  function move(epoch: string, seq: number, hash: string): void {
    Object.assign(position, { epoch, seq, hash })
    onEntry(client)
  }

  /** The client holds every entry that the server has announced. */
  function onCurrent(): void {
    socket.resetBackoff()
    liveness.set(true)
  }

  const client: LightClient = {
    position,
    isLive: liveness.isLive,
    freeze() {
      frozen = true
      socket.pause()
    },
    thaw() {
      socket.resume()
      // Entries that queued up while frozen are old through no fault of the server.
      setTimeout(() => {
        frozen = false
      }, backlogMs)
    },
  }
  return client
}
