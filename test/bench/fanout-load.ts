import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { listenTo, openReader, openSocket, placeIn } from './fanout-reader.ts'
import type { ServerFacts, ServerKind } from './fanout-server.ts'
import { answerParent, now } from './process.ts'

/* The readers of one server, in a process of their own. They cost the same for every kind of server. */

export interface LoadWork {
  /** Opens so many readers; resolves when all have subscribed. */
  open(input: { kind: ServerKind; facts: ServerFacts; readers: number }): Promise<void>
  /** For each place, when the last reader reached it; answers once all readers have. */
  await(places: readonly number[]): Promise<number[]>
  /** Opens one more reader, from `after` on, that stops reading at once. */
  freeze(after: number): Promise<void>
  thaw(): Promise<void>
  /** All readers stop reading. */
  stop(): Promise<void>
  /** All read on; those that were disconnected meanwhile return. Resolves when all have reached `place`. */
  goOn(place: number): Promise<{ returned: number }>
  /** Drops and reopens all connections at their places; resolves when all have reached `place`. */
  storm(place: number): Promise<{ at: number; done: number }>
}

interface Reader {
  place: number
  socket: WebSocket
}

/** How many connections are opened at a time, so that the listen backlog is not measured. */
const openedAtOnce = 100

let readers: Reader[] = []
let opened: { kind: ServerKind; facts: ServerFacts } | null = null
let frozen: WebSocket | null = null
let awaited: { readonly place: number; left: number; at: number }[] = []
let allThere: (times: number[]) => void = () => {}

function arrived(reader: Reader, to: number): void {
  for (const goal of awaited) {
    if (reader.place < goal.place && to >= goal.place) {
      goal.left -= 1
      if (goal.left === 0) goal.at = now()
    }
  }
  reader.place = to
  if (awaited.length > 0) settle()
}

function settle(): void {
  if (awaited.some(({ left }) => left > 0)) return
  const times = awaited.map(({ at }) => at)
  awaited = []
  allThere(times)
}

function comeTo(places: readonly number[]): Promise<number[]> {
  awaited = places.map((place) => ({
    place,
    left: readers.filter((reader) => reader.place < place).length,
    at: now(),
  }))
  return new Promise((resolve) => {
    allThere = resolve
    settle()
  })
}

function connect(reader: Reader, i: number): Promise<void> {
  if (!opened) throw new Error('nothing to connect to')
  const { kind, facts } = opened
  const onMessage = (data: Buffer) => {
    const to = placeIn(data)
    if (to !== null) arrived(reader, to)
  }
  if (kind === 'bare') {
    const socket = openSocket(facts.port)
    reader.socket = socket
    listenTo(socket, (_, data) => onMessage(data))
    return new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
  }
  const { port, tokens, sections = [facts] } = facts
  const { session, epoch } = sections[Math.floor((i * sections.length) / tokens.length)] ?? facts
  const place = { port, session, epoch, token: facts.tokens[i] ?? '', after: reader.place }
  const { socket, subscribed } = openReader(place, onMessage)
  reader.socket = socket
  return subscribed
}

answerParent<LoadWork>({
  async open({ kind, facts, readers: count }) {
    opened = { kind, facts }
    readers = []
    for (let i = 0; i < count; i += openedAtOnce) {
      const some = Array.from(
        { length: Math.min(openedAtOnce, count - i) },
        () => ({ place: facts.head }) as Reader,
      )
      await Promise.all(some.map((reader, j) => connect(reader, i + j)))
      readers.push(...some)
    }
  },
  await: comeTo,
  async freeze(after) {
    const facts = opened?.facts
    if (!facts) throw new Error('nothing to connect to')
    const { port, session, epoch } = facts
    const token = facts.tokens.at(-1) ?? ''
    const reader = openReader({ port, session, epoch, token, after }, () => {})
    frozen = reader.socket
    await reader.subscribed
    reader.socket.pause()
  },
  async thaw() {
    frozen?.terminate()
    frozen = null
    await delay(100)
  },
  async stop() {
    for (const { socket } of readers) socket.pause()
  },
  async goOn(place) {
    let returned = 0
    for (const [i, reader] of readers.entries()) {
      const back = () => {
        if (reader.place >= place) return
        returned += 1
        void connect(reader, i)
      }
      if (reader.socket.readyState === reader.socket.OPEN) reader.socket.once('close', back)
      else back()
      reader.socket.resume()
    }
    await comeTo([place])
    return { returned }
  },
  async storm(place) {
    const at = now()
    for (const { socket } of readers) socket.terminate()
    const current = comeTo([place])
    await Promise.all(readers.map((reader, i) => connect(reader, i)))
    const [done = 0] = await current
    return { at, done: Math.max(done, now()) }
  },
})
