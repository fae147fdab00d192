import {
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
import type { SnapshotMessage, WholeSnapshot } from '#protocol/socket/snapshot.ts'
import type { SubscribeMessage } from '#protocol/socket/sub.ts'
import type { CommandTransport, DownMessage, PollTransport, SocketTransport } from '#streams/transport.ts'
import { type Connection, createConnection, createNodes, type Node } from './nodes.ts'
import type { Hall } from './simulated-log.ts'

/** How the network treats messages and requests; chances from 0 (never) to 1. */
export interface NetworkConditions {
  readonly loss: number
  readonly doubling: number
  /** The longest delay of a message, in milliseconds. Later messages may overtake it. */
  readonly delayMs: number
  readonly failedRequests: number
}

export const goodConditions: NetworkConditions = { loss: 0, doubling: 0, delayMs: 5, failedRequests: 0 }

export interface NetworkOptions {
  readonly hall: Hall
  readonly scheduler: SchedulerLike
  /** 0 to 1. */
  random(): number
  /** Server's clock minus the scheduler's. */
  readonly skew: number
  readonly snapshotBeyond: number
}

const frameLimit = 7
/** Nodes look at the log by themselves this often. */
const lookMs = 1000
const commitMs = 300
const refusedMessage = 'no'

/**
 * Two server nodes over one hall's log, one client, and a network between them that fails in every way. A node delivers
 * as the product does: from the subscribed position, by frames or a snapshot, with a heartbeat every five seconds.
 */
export function createNetwork(options: NetworkOptions) {
  const { hall, scheduler, random } = options
  const line = createLine(options)
  const nodes = createNodes(options)
  const connection = createConnection(options, nodes)
  const delivery = createDelivery(options, line, connection)
  const execution = createExecution(options, announce)

  /** Tells the nodes that the log has grown: at once, or they see it by themselves. */
  function announce(): void {
    scheduler.schedule(delivery.pump, random() < 0.7 ? random() * 20 : random() * lookMs)
  }

  function request<T>(make: (node: Node) => Observable<T>): Observable<T> {
    return defer(() => {
      const node = nodes.alive()
      return node && !line.loses() ? line.roundTrip(() => make(node)) : throwError(() => new Error('lost'))
    })
  }

  const read = <T>(make: () => T) => request(() => defer(() => [make()]))

  const question = createQuestion(connection, delivery)

  const socket: SocketTransport = {
    connected$: connection.connected$,
    // Some clients ask with every connect, others once connected.
    ...(random() < 0.5 && { askOnConnect: question }),
    messages$: delivery.messages$,
    pings$: delivery.pings$,
    restart: connection.cut,
    send(up) {
      // Decided when the message is sent: a copy that the network makes gets the same answer.
      const loggedOut = execution.isLoggedOut()
      delivery.receive((node, answer) => {
        if (up.kind === 'sub') delivery.subscribe(up.body)
        else execution.execute(node, up.body, loggedOut, answer)
      })
    },
  }

  return {
    socket,
    polls: createPolls(options, read),
    commands: createCommands(execution, request),
    announce,
    ...{ setConditions: line.setConditions, stall: line.stall },
    ...{ throttle: execution.throttle, logOut: execution.logOut },
    ...{ reconnect: connection.reconnect, cut: connection.cut },
    ...{ block: connection.block, unblock: connection.unblock },
    /** A node dies, and comes back with nothing but the log. */
    kill(index: number, ms: number) {
      const node = nodes.kill(index, ms)
      if (node && connection.current()?.node === node) connection.cut()
    },
    /** A reader who does not read is cut off, with all that was still to be sent. */
    cutSlowReader() {
      line.stall(1)
      connection.cut()
    },
    restore(length: number) {
      hall.restore(Math.min(length, hall.head()))
      connection.cut()
    },
    close: delivery.close,
    /** Whether anybody is still subscribed. */
    observed: () => connection.connected$.observed || delivery.messages$.observed,
  }
}

type Line = ReturnType<typeof createLine>

/** What the network does to messages and requests. */
function createLine({ scheduler, random }: NetworkOptions) {
  let conditions: NetworkConditions = goodConditions
  let stalledUntil = 0
  const isStalled = () => scheduler.now() < stalledUntil
  const delay = () => random() * conditions.delayMs
  return {
    isStalled,
    setConditions(next: NetworkConditions) {
      conditions = next
    },
    /** The line goes half-open: nothing comes through, and nobody notices. */
    stall(ms: number) {
      stalledUntil = scheduler.now() + ms
    },
    /** Delivers a message never, once or twice, and late. */
    carry(deliver: () => void): void {
      const copies = random() < conditions.doubling ? 2 : 1
      for (let copy = 0; copy < copies; copy += 1) {
        if (isStalled() || random() < conditions.loss) continue
        scheduler.schedule(() => isStalled() || deliver(), delay())
      }
    },
    /** Whether a request is lost. */
    loses: () => isStalled() || random() < conditions.failedRequests,
    roundTrip<T>(make: () => Observable<T>): Observable<T> {
      return timer(delay(), scheduler).pipe(
        mergeMap(make),
        mergeMap((made) => timer(delay(), scheduler).pipe(map(() => made))),
      )
    },
  }
}

/** A snapshot as the socket sends it: some of it beside what all see. */
function inParts({ state: { bidders, order, ...state }, ...snapshot }: WholeSnapshot): SnapshotMessage {
  return { ...snapshot, state: { ...state, bidders: {}, order: [] }, own: { bidders, order } }
}

/** What is sent over the connection. A message is lost with the connection that it is sent by. */
function createDelivery(
  { hall, scheduler, skew, snapshotBeyond }: NetworkOptions,
  line: Line,
  connection: Connection,
) {
  const messages$ = new Subject<DownMessage>()

  function down(message: DownMessage): void {
    const by = connection.current()
    line.carry(() => connection.current() === by && messages$.next(message))
  }

  function pump(): void {
    const to = connection.current()
    if (!to || to.sent === null) return
    // A preview has come to its end: the log follows from its first entry.
    if (to.epoch !== hall.epoch()) Object.assign(to, { epoch: hall.epoch(), sent: 0 })
    const head = hall.head()
    if (head - to.sent > snapshotBeyond) {
      down({ kind: 'snapshot', body: inParts(hall.snapshot()) })
      to.sent = head
    }
    while (to.sent < head) {
      const last = Math.min(to.sent + frameLimit, head)
      down({ kind: 'events', body: hall.events(to.sent + 1, last, head) })
      to.sent = last
    }
  }

  function beat(): void {
    const now = scheduler.now() + skew
    if (connection.current()) down({ kind: 'hb', body: { epoch: hall.epoch(), head: hall.head(), now } })
  }

  const beating = timer(5000, 5000, scheduler).subscribe(beat)
  const pings$ = timer(pingMilliseconds, pingMilliseconds, scheduler).pipe(
    filter(() => connection.current() !== null && !line.isStalled()),
  )
  return {
    ...{ messages$, pings$, pump },
    /** Delivers what the client sends to its node. */
    receive(handle: (node: Node, answer: (message: Answer) => void) => void): void {
      const by = connection.current()
      if (!by) return void line.carry(() => {})
      const { node } = by
      line.carry(() => {
        if (connection.current() !== by) return
        handle(node, (message) => connection.current()?.node === node && down(message))
      })
    },
    subscribe({ epoch, after }: SubscribeMessage): void {
      const to = connection.current()
      if (!to) return
      to.epoch = hall.epoch()
      to.sent = epoch === hall.epoch() && after <= hall.head() ? after : 0
      pump()
      beat()
    },
    close: () => beating.unsubscribe(),
  }
}

/** What the client asks with every connect. */
function createQuestion(connection: Connection, delivery: ReturnType<typeof createDelivery>) {
  let question: (() => SubscribeMessage) | null = null
  let wasAsked = false
  connection.whenConnecting(() => {
    const asked = question?.()
    wasAsked = asked !== undefined
    if (asked) delivery.receive(() => delivery.subscribe(asked))
  })
  return (asking: () => SubscribeMessage): (() => boolean) => {
    question = asking
    return () => wasAsked
  }
}

/** How a node runs commands. */
function createExecution({ hall, scheduler, random }: NetworkOptions, announce: () => void) {
  let busyUntil = 0
  let loggedOutUntil = 0
  return {
    isLoggedOut: () => scheduler.now() < loggedOutUntil,
    /** Commands are refused because of too many requests. */
    throttle(ms: number) {
      busyUntil = scheduler.now() + ms
    },
    /** Commands are refused because the login has ended. */
    logOut(ms: number) {
      loggedOutUntil = scheduler.now() + ms
    },
    /** Runs a command on a node; the answer is lost if the node dies before it is sent. */
    execute(
      node: Node,
      { id, payload }: CommandMessage,
      loggedOut: boolean,
      answer: (message: Answer) => void,
    ): void {
      const { life } = node
      const refuse = (code: string) => answer({ kind: 'nack', body: { id, code, params: {}, message: '' } })
      // These come before the command's id is looked up.
      if (scheduler.now() < busyUntil) return void refuse('too-many-requests')
      if (loggedOut) return void refuse('session-expired')
      const goesOn = (work: () => void) =>
        scheduler.schedule(() => node.alive && node.life === life && work(), random() * commitMs)
      goesOn(() => {
        if (payload.message === refusedMessage) return refuse('refused')
        const seq = hall.commit(id, String(payload.message))
        announce()
        goesOn(() => answer({ kind: 'ack', body: { id, seq } }))
      })
    },
  }
}

function createCommands(
  { execute, isLoggedOut }: ReturnType<typeof createExecution>,
  request: <T>(make: (node: Node) => Observable<T>) => Observable<T>,
): CommandTransport {
  return {
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
}

function createPolls(
  { hall, scheduler, skew }: NetworkOptions,
  read: <T>(make: () => T) => Observable<T>,
): PollTransport {
  return {
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
    readServerTime: () => read(() => scheduler.now() + skew),
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
const firstStage = {
  dbFlowStatus: 1,
  STAGEORD: 1,
  envelopes: 1,
  kbFlowStatus: 0,
  STAGESTAGUS: 0,
  bidStatus: isoTime(0),
} as const
