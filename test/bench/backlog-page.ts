import { asyncScheduler, NEVER } from 'rxjs'
import type { Socket } from 'socket.io-client'
import { connectQuestion } from '#client/net/connect-question.ts'
import { createEventsChecker } from '#client/net/events-checker.ts'
import { transportOver } from '#client/net/socket-transport.ts'
import { eventsParser } from '#client/net/undecoded-events.ts'
import { createSessionStore } from '#client/store/session-store.ts'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import { sessionStreams } from '#streams/session-streams.ts'
import type { PollTransport } from '#streams/transport.ts'
import { foldBare } from './fold-bare.ts'

/* In a page: a client's own transport, streams and store take a backlog, as the socket's packets bring it. */

declare global {
  var backlog: {
    /** Keeps the packets for what follows. */
    load(packets: readonly string[]): void
    /** Decodes, checks, chains and folds: all that a client does. Resolves with the last seq. */
    take(session: string): Promise<number>
    /** Parses and folds in a bare loop. */
    takeBare(): Promise<number>
    /** The longest task since the last call, in milliseconds; 50 where none was longer. */
    longest(): number
  }
}

let packets: readonly string[] = []
let longest = shortestLongTask()
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
}).observe({ type: 'longtask' })

globalThis.backlog = {
  load(given) {
    packets = given
  },
  async take(session) {
    const decoder = new eventsParser.Decoder()
    const socket = Object.assign(createEmitter(), { io: createEmitter(), active: true, disconnect() {} })
    decoder.on('decoded', ({ data: [kind, body] }) => socket.tell(kind, body))
    const transport = transportOver(socket as unknown as Socket, {
      ...{ returnMs: 1000, comeBack() {}, onMalformed: failed },
      ...{ checker: createEventsChecker(), question: connectQuestion() },
    })
    const store = createSessionStore()
    const streams = sessionStreams({
      ...{ session, socket: transport, polls: noAnswers },
      ...{ now: Date.now, elapsed: () => performance.now(), random: Math.random, scheduler: asyncScheduler },
      clockEveryMs: 60_000,
    })
    const flow = streams.log$.subscribe(store.take)
    socket.tell('connect')
    for (const packet of packets) {
      await nextTask()
      decoder.add(packet)
    }
    const { head } = bodyOf(packets.at(-1) ?? '')
    while (store.getState().state.seq < head) await nextTask(20)
    flow.unsubscribe()
    transport.close()
    return head
  },
  async takeBare() {
    const state = initial()
    for (const packet of packets) {
      await nextTask()
      foldBare(state, bodyOf(packet).entries)
    }
    return state.seq
  },
  longest() {
    const found = longest
    longest = shortestLongTask()
    return found
  },
}

/** Browsers report no shorter ones. */
function shortestLongTask(): number {
  return 50
}

/** As much of a socket as a transport listens to. */
function createEmitter() {
  const listeners = new Map<string, (...given: unknown[]) => void>()
  return {
    on: (kind: string, listener: (...given: unknown[]) => void) => void listeners.set(kind, listener),
    off: (kind?: string) => (kind === undefined ? listeners.clear() : void listeners.delete(kind)),
    tell: (kind: string, ...given: unknown[]) => listeners.get(kind)?.(...given),
    emit() {},
  }
}

const noAnswers = new Proxy({}, { get: () => () => NEVER }) as PollTransport

function failed(kind: string, problem: unknown): never {
  throw new Error(`a malformed ${kind} message`, { cause: problem })
}

function bodyOf(packet: string): { head: number; entries: VisibleEntry[] } {
  return (JSON.parse(packet.slice(1)) as [string, { head: number; entries: VisibleEntry[] }])[1]
}

/** Other work gets a turn, as between two messages of a socket. */
function nextTask(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
