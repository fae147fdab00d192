import { WebSocket } from 'ws'
import { epochOf } from '#lib/time.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { HeartbeatMessage } from '#protocol/socket/hb.ts'
import { wireVersion } from '#protocol/socket/messages.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'
import { exactNow, type Recorder } from './recorder.ts'

/*
 * A client that keeps only its place in the log: epoch, seq, hash. It speaks the wire by itself (Engine.IO 4 and
 * Socket.IO 5 over a WebSocket), so that thousands fit into one process; it reads every frame, folds nothing and checks
 * no chain. It comes back as the browser's does: after half a second, give or take a half of it, twice as late each
 * time up to five seconds, and asks for what lies after its place.
 */

export interface LightClient {
  readonly place: { readonly epoch: string; readonly seq: number; readonly hash: string }
  /** It has a connection, and held every entry that the server had told of when it last looked. */
  isLive(): boolean
  /** Stops reading, and does not say so; reads on. */
  freeze(): void
  thaw(): void
  close(): void
}

export interface LightOptions {
  /** http://… */
  readonly url: string
  readonly session: string
  readonly token: string
  /** Another authorization, where the server takes this one no longer. */
  renew(): Promise<string>
  readonly recorder: Recorder
  /** Told of every entry. */
  readonly onEntry: (client: LightClient) => void
}

const firstReturnMs = 500
const longestReturnMs = 5000
const piledUpMs = 500

export function openLight({ url, session, renew, recorder, onEntry, ...given }: LightOptions): LightClient {
  const place = { epoch: '', seq: 0, hash: '' }
  let { token } = given
  let socket: WebSocket | null = null
  let live = false
  let lostAt: number | null = null
  let joinedAt = 0
  let failures = 0
  let ahead = 0
  let returning: NodeJS.Timeout | undefined
  let frozen = false
  let closed = false

  const emit = (kind: string, body: unknown) => socket?.send(`42${JSON.stringify([kind, body])}`)
  const subscribe = () => emit('sub', { session, epoch: place.epoch, after: place.seq })

  function open(): void {
    const opened = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    socket = opened
    opened.on('message', (data) => onPacket(String(data)))
    opened.on('error', () => {})
    opened.on('close', () => socket === opened && onClose())
  }

  function onClose(): void {
    socket = null
    setLive(false)
    if (closed) return
    const longest = Math.min(longestReturnMs, firstReturnMs * 2 ** failures)
    failures += 1
    returning = setTimeout(open, longest * (0.5 + Math.random()))
  }

  function setLive(now: boolean): void {
    if (now === live) return
    live = now
    recorder.connect(live ? 1 : -1)
    if (live && lostAt !== null) recorder.record('reconnect', exactNow() - lostAt)
    lostAt = live ? null : exactNow()
  }

  function onPacket(packet: string): void {
    if (packet.startsWith('42')) {
      const [kind, body] = JSON.parse(packet.slice(2))
      onMessage(kind, body)
    } else if (packet === '2') socket?.send('3')
    else if (packet.startsWith('0')) socket?.send(`40${JSON.stringify({ token, version: wireVersion })}`)
    else if (packet.startsWith('40')) subscribe()
    else if (packet.startsWith('44')) onRefused()
    else if (packet.startsWith('41')) socket?.close()
  }

  /** Without an answer the old authorization is tried again. */
  function onRefused(): void {
    const refused = socket
    void renew()
      .then((renewed) => {
        token = renewed
      })
      .catch(() => {})
      .finally(() => refused?.close())
  }

  function onMessage(kind: string, body: unknown): void {
    if (kind === 'events') onEvents(body as EventsMessage)
    else if (kind === 'snapshot') {
      const { epoch, seq, hash, head } = body as SnapshotMessage
      move(epoch, seq, hash)
      joinedAt = Math.max(joinedAt, head)
      if (seq >= head) reached()
    } else if (kind === 'hb') onHeartbeat(body as HeartbeatMessage)
  }

  function onEvents({ epoch, head, entries }: EventsMessage): void {
    const arrived = exactNow()
    if (place.epoch === '') joinedAt = head
    for (const entry of entries) {
      if (epoch === place.epoch && entry.seq <= place.seq) continue
      if (entry.seq !== (epoch === place.epoch ? place.seq : 0) + 1) return void subscribe()
      const news = entry.seq > joinedAt && 'at' in entry && !frozen
      if (news) recorder.record(live ? 'live' : 'behind', arrived - epochOf(entry.at))
      move(epoch, entry.seq, entry.hash)
    }
    if (place.seq >= head) reached()
  }

  function onHeartbeat({ head }: HeartbeatMessage): void {
    ahead = head > place.seq ? ahead + 1 : 0
    if (ahead === 0) reached()
    // Once is no news: the entry may be on its way.
    if (ahead >= 2) subscribe()
  }

  function move(epoch: string, seq: number, hash: string): void {
    Object.assign(place, { epoch, seq, hash })
    onEntry(client)
  }

  /** Nothing is missing of what the server has told of. */
  function reached(): void {
    failures = 0
    setLive(true)
  }

  const client: LightClient = {
    place,
    isLive: () => live,
    freeze() {
      frozen = true
      socket?.pause()
    },
    thaw() {
      socket?.resume()
      // What piled up meanwhile is old by no fault of the server's.
      setTimeout(() => {
        frozen = false
      }, piledUpMs)
    },
    close() {
      closed = true
      clearTimeout(returning)
      socket?.terminate()
    },
  }
  open()
  return client
}
