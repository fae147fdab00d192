import {
  BehaviorSubject,
  defer,
  filter,
  map,
  mergeMap,
  Observable,
  type SchedulerLike,
  Subject,
  throwError,
  timer,
} from 'rxjs'
import { isoTime } from '#lib/time.ts'
import type { CommandMessage } from '#protocol/socket/cmd.ts'
import { pingMilliseconds } from '#protocol/socket/hb.ts'
import type { SubscribeMessage } from '#protocol/socket/sub.ts'
import type {
  CommandTransport,
  DownMessage,
  PollTransport,
  SocketTransport,
  UpMessage,
} from '#streams/transport.ts'
import type { Hall } from './hall.ts'

/** What goes wrong on the way; chances from 0 (never) to 1. */
export interface Weather {
  readonly loss: number
  readonly doubling: number
  /** The longest a message is on its way, in milliseconds: later ones may overtake it. */
  readonly delayMs: number
  readonly failedRequests: number
}

export const calm: Weather = { loss: 0, doubling: 0, delayMs: 5, failedRequests: 0 }

export interface NetworkOptions {
  readonly hall: Hall
  readonly scheduler: SchedulerLike
  /** 0 to 1. */
  random(): number
  /** Server's clock minus the scheduler's. */
  readonly skew: number
  readonly snapshotBeyond: number
}

/** A server process: what it has heard of the log's head is its own, and gone when it dies. */
interface Node {
  alive: boolean
  /** Counts its lives: work begun in an earlier one does not go on. */
  life: number
}

const frameLimit = 7
/** Nodes look at the log by themselves this often. */
const lookMs = 1000
const commitMs = 300
const refusedMessage = 'no'

/**
 * Two server nodes over one hall's log, one client, and everything between them that may go wrong. A node delivers
 * as the product's does: from the place subscribed to, by frames or a snapshot, with a heartbeat every five seconds.
 */
export function createNetwork({ hall, scheduler, random, skew, snapshotBeyond }: NetworkOptions) {
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  const nodes: readonly Node[] = [
    { alive: true, life: 0 },
    { alive: true, life: 0 },
  ]
  let weather: Weather = calm
  let stalledUntil = 0
  let blockedUntil = 0
  let busyUntil = 0
  let loggedOutUntil = 0
  /** The client's connection: the node it leads to and the place sent up to. */
  let connection: { readonly node: Node; sent: number | null } | null = null
  const serverNow = () => scheduler.now() + skew
  const isLoggedOut = () => scheduler.now() < loggedOutUntil
  const stalled = () => scheduler.now() < stalledUntil

  function aliveNode(): Node | undefined {
    const alive = nodes.filter((node) => node.alive)
    return alive[Math.floor(random() * alive.length)]
  }

  function onItsWay(deliver: () => void): void {
    const copies = random() < weather.doubling ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      if (stalled() || random() < weather.loss) continue
      scheduler.schedule(() => stalled() || deliver(), random() * weather.delayMs)
    }
  }

  /** What a connection did not bring is gone with it. */
  function down(message: DownMessage): void {
    const by = connection
    onItsWay(() => connection === by && messages$.next(message))
  }

  function pump(): void {
    if (!connection || connection.sent === null) return
    const head = hall.head()
    if (head - connection.sent > snapshotBeyond) {
      down({ kind: 'snapshot', body: hall.snapshot() })
      connection.sent = head
    }
    while (connection.sent < head) {
      const to = Math.min(connection.sent + frameLimit, head)
      down({ kind: 'events', body: hall.events(connection.sent + 1, to, head) })
      connection.sent = to
    }
  }

  function beat(): void {
    if (connection) down({ kind: 'hb', body: { epoch: hall.epoch(), head: hall.head(), now: serverNow() } })
  }

  function subscribe({ epoch, after }: SubscribeMessage): void {
    if (!connection) return
    connection.sent = epoch === hall.epoch() && after <= hall.head() ? after : 0
    pump()
    beat()
  }

  /** Runs a command on a node; its answer is lost where the node dies before it is sent. */
  function execute(
    node: Node,
    { id, payload }: CommandMessage,
    loggedOut: boolean,
    answer: (message: Answer) => void,
  ): void {
    const { life } = node
    const refuse = (code: string) => answer({ kind: 'nack', body: { id, code, params: {}, message: '' } })
    // Before the command's id is looked at.
    const turnedAway =
      scheduler.now() < busyUntil ? 'too-many-requests' : loggedOut ? 'session-expired' : null
    if (turnedAway !== null) return void refuse(turnedAway)
    const goesOn = (work: () => void) =>
      scheduler.schedule(() => node.alive && node.life === life && work(), random() * commitMs)
    goesOn(() => {
      if (payload.message === refusedMessage) return refuse('refused')
      const seq = hall.commit(id, String(payload.message))
      announce()
      goesOn(() => answer({ kind: 'ack', body: { id, seq } }))
    })
  }

  /** Tells the nodes that the log has grown: soon, or they see for themselves. */
  function announce(): void {
    scheduler.schedule(pump, random() < 0.7 ? random() * 20 : random() * lookMs)
  }

  function receive({ kind, body }: UpMessage, loggedOut: boolean): void {
    if (!connection) return
    const { node } = connection
    if (kind === 'sub') subscribe(body)
    else execute(node, body, loggedOut, (message) => connection?.node === node && down(message))
  }

  function request<T>(make: (node: Node) => Observable<T>): Observable<T> {
    return defer(() => {
      const node = aliveNode()
      if (!node || stalled() || random() < weather.failedRequests) return throwError(() => new Error('lost'))
      const there = timer(random() * weather.delayMs, scheduler)
      return there.pipe(
        mergeMap(() => make(node)),
        mergeMap((made) => timer(random() * weather.delayMs, scheduler).pipe(map(() => made))),
      )
    })
  }

  const read = <T>(make: () => T) => request(() => defer(() => [make()]))

  function cut(): void {
    if (!connection) return
    connection = null
    connected$.next(false)
    scheduler.schedule(reconnect, 100 + random() * 2000)
  }

  function reconnect(): void {
    if (connection || scheduler.now() < blockedUntil) return
    const node = aliveNode()
    if (!node) return void scheduler.schedule(reconnect, 500)
    connection = { node, sent: null }
    connected$.next(true)
  }

  const beating = timer(5000, 5000, scheduler).subscribe(beat)
  const pings$ = timer(pingMilliseconds, pingMilliseconds, scheduler).pipe(
    filter(() => connection !== null && !stalled()),
  )
  const socket: SocketTransport = {
    connected$,
    messages$,
    pings$,
    restart: cut,
    send(up) {
      const by = connection
      // Said of the sending: what the line doubles of it gets the same answer.
      const loggedOut = isLoggedOut()
      onItsWay(() => connection === by && receive(up, loggedOut))
    },
  }
  const polls: PollTransport = {
    readLog: (after, _signal, limit = frameLimit) =>
      read(() => {
        const to = Math.min(after + Math.min(limit, frameLimit), hall.head())
        return hall.events(after + 1, Math.max(after, to), hall.head())
      }),
    readSnapshot: () => read(hall.snapshot),
    readDeadline: () => read(() => ({ ...nothing, isClosed: false, serverTime: '', seq: hall.head() })),
    readSigning: () => read(() => ({ ...unsigned, seq: hall.head() })),
    readStage: () => read(() => ({ ...firstStage, seq: hall.head() })),
    readObjections: () => read(() => ({ rows: [], seq: hall.head() })),
    readProgress: () => read(() => []),
    readServerTime: () => read(serverNow),
  }
  const commands: CommandTransport = {
    submit: (command) =>
      request(
        (node) =>
          new Observable<Answer>((out) => {
            execute(node, command, isLoggedOut(), (message) => {
              out.next(message)
              out.complete()
            })
          }),
      ),
  }

  return {
    socket,
    polls,
    commands,
    reconnect,
    cut,
    announce,
    setWeather(next: Weather) {
      weather = next
    },
    /** The line goes half-open: nothing comes through, nobody notices. */
    stall(ms: number) {
      stalledUntil = scheduler.now() + ms
    },
    /** Commands are turned away because somebody asks too often. */
    throttle(ms: number) {
      busyUntil = scheduler.now() + ms
    },
    /** The login has ended, for a while: commands are turned away. */
    logOut(ms: number) {
      loggedOutUntil = scheduler.now() + ms
    },
    /** No socket can be had: polls are all there is. */
    block(ms: number) {
      blockedUntil = scheduler.now() + ms
      cut()
      scheduler.schedule(reconnect, ms)
    },
    /** Sockets can be had again; one that stands is left alone. */
    unblock() {
      blockedUntil = 0
      reconnect()
    },
    /** A node dies and comes back with nothing but the log. */
    kill(index: number, ms: number) {
      const node = nodes[index % nodes.length]
      if (!node?.alive) return
      node.alive = false
      node.life += 1
      if (connection?.node === node) cut()
      scheduler.schedule(() => {
        node.alive = true
      }, ms)
    },
    /** A reader who does not drain is cut off, with all that was still to be sent. */
    cutSlowReader() {
      stalledUntil = scheduler.now() + 1
      cut()
    },
    restore(length: number) {
      hall.restore(Math.min(length, hall.head()))
      cut()
    },
    close: () => beating.unsubscribe(),
    /** Whether anybody still listens. */
    observed: () => connected$.observed || messages$.observed,
  }
}

type Answer = Extract<DownMessage, { kind: 'ack' | 'nack' }>

const nothing = { LimitJmTime: null, deadline: null }
const unsigned = {
  Is_begin: false,
  Is_Sign: false,
  StartTime: null,
  EndTime: null,
  is_SignConfirm: 0,
  recordHash: null,
}
const firstStage = { dbFlowStatus: 1, envelopes: 1, kbFlowStatus: 0, bidStatus: isoTime(0) } as const
