import { setTimeout as sleep } from 'node:timers/promises'
import { BehaviorSubject, NEVER, Subject } from 'rxjs'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { HeartbeatMessage } from '#protocol/socket/hb.ts'
import { type SnapshotMessage, snapshotBeyond, type WholeSnapshot } from '#protocol/socket/snapshot.ts'
import type { DownMessage, SocketTransport } from '#streams/transport.ts'
import { type LogPosition, lightLog, type Reader } from './light-log.ts'
import { openLightSocket } from './light-socket.ts'
import { recordLiveness } from './liveness.ts'
import type { Recorder } from './recorder.ts'

/*
 * A client that only tracks its position in the log. Thousands fit into one process: it reads every frame and checks that
 * entries continue each other, but folds nothing and does not hash them.
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

/** What a client without a socket reads every few seconds. */
export interface LightPolls {
  readLog(after: number): Promise<EventsMessage>
  readSnapshot(): Promise<WholeSnapshot>
}

export interface LightClientOptions {
  /** http://… */
  readonly url: string
  readonly session: string
  readonly token: string
  /** Gets another authorization when the server refuses this one. */
  renew(): Promise<string>
  readonly recorder: Recorder
  /** Called when its position may have moved. */
  readonly onMoved: (client: LightClient) => void
  readonly reader?: Reader
  /** No WebSocket gets through: it polls by REST. */
  readonly polls?: LightPolls | null
}

/** Time after thawing in which old entries still arrive. */
const backlogMs = 500
/** The interval in which a client without a socket asks, spread by ±20 %. */
const pollMs = 3000

/** Opens a client by socket, or by REST where no socket gets through. */
export function openLightClient(options: LightClientOptions): LightClient {
  return options.polls ? openPolling(options, options.polls) : openBySocket(options)
}

function openBySocket(options: LightClientOptions): LightClient {
  const { url, session, token, renew, recorder, onMoved, reader } = options
  const liveness = recordLiveness(recorder)
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  let ahead = 0
  let frozen = false
  const log = lightLog({
    ...{ session, reader },
    onNew(hallTime) {
      if (!frozen) recorder.record(liveness.isLive() ? 'live' : 'behind', recorder.since(hallTime))
    },
  })
  const { position } = log
  const question = () => ({ session, epoch: position.epoch, after: position.seq })
  const subscribe = () => socket.send('sub', question())
  const socket = openLightSocket({
    ...{ url, token, renew, question, onMessage },
    onOpen: () => connected$.next(true),
    onClose() {
      connected$.next(false)
      liveness.set(false)
    },
  })

  function onMessage(kind: string, body: unknown): void {
    if (kind === 'hb') onHeartbeat(body as HeartbeatMessage)
    else if (kind === 'events' || kind === 'snapshot') {
      if (kind === 'snapshot') log.onSnapshot(body as SnapshotMessage)
      else if (!log.onEvents(body as EventsMessage)) subscribe()
      onMoved(client)
      if (position.seq >= (body as { readonly head: number }).head) onCurrent()
    } else messages$.next({ kind, body } as DownMessage)
  }

  function onHeartbeat({ epoch, head }: HeartbeatMessage): void {
    ahead = head > position.seq || epoch !== position.epoch ? ahead + 1 : 0
    if (ahead === 0) onCurrent()
    // After a single one the missing entry may still be on its way.
    if (ahead >= 2) subscribe()
  }

  /** The client holds every entry that the server has announced. */
  function onCurrent(): void {
    socket.resetBackoff()
    liveness.set(true)
  }

  const { restart } = socket
  const client: LightClient = {
    ...{ position, isLive: liveness.isLive, brokenAt: log.brokenAt },
    transport: {
      ...{ connected$, messages$, pings$: NEVER, restart },
      send: ({ kind, body }) => socket.send(kind, body),
    },
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
    close() {
      socket.close()
      liveness.set(false)
    },
  }
  return client
}

function openPolling(
  { session, recorder, reader, onMoved }: LightClientOptions,
  polls: LightPolls,
): LightClient {
  const liveness = recordLiveness(recorder)
  const onNew = (hallTime: number) => recorder.record('polling', recorder.since(hallTime))
  const log = lightLog({ session, reader, onNew })
  const { position } = log
  let head = 0
  let closed = false

  async function read(): Promise<void> {
    if (head - position.seq > snapshotBeyond) log.onSnapshot({ ...(await polls.readSnapshot()), own: {} })
    const page = await polls.readLog(position.seq)
    head = page.head
    log.onEvents(page)
    onMoved(client)
    liveness.set(true)
  }

  async function readOn(): Promise<void> {
    while (!closed) {
      // After a failed read the next one starts over.
      const failed = await read().then(
        () => false,
        () => true,
      )
      if (failed) liveness.set(false)
      if (failed || position.seq >= head)
        await sleep(pollMs * (0.8 + 0.4 * Math.random()), null, { ref: false })
    }
  }

  const nothing = () => {}
  const client: LightClient = {
    ...{ position, isLive: liveness.isLive, brokenAt: log.brokenAt, freeze: nothing, thaw: nothing },
    transport: {
      connected$: new BehaviorSubject(false),
      ...{ messages$: NEVER, pings$: NEVER, send: nothing, restart: nothing },
    },
    close() {
      closed = true
      liveness.set(false)
    },
  }
  void readOn()
  return client
}
