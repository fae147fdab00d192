import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as breath } from 'node:timers/promises'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import type { SessionEvent } from '#domain/session/event.ts'
import { viewFor } from '#domain/session/view.ts'
import { encodeMessage } from '#server/transport/encoded-message.ts'
import { bidder, opener } from '#test/domain/sample-actors.ts'
import { allAnnounced } from './all-announced.ts'
import { openDeliveryServer, viewerOf } from './delivery-server.ts'
import { answerParent, now } from './process.ts'

/*
 * A server that sends the same entries to the same readers: ours, a bare `ws` server that writes one shared frame to
 * every socket, and plain Socket.IO rooms. `opened` is ours with the bids of all readers opened and announced, `sections`
 * ours with the readers in many sections, each of which gets every event.
 */

export type ServerKind = 'ours' | 'bare' | 'rooms' | 'opened' | 'sections'

export interface ServerFacts {
  readonly port: number
  readonly session: string
  readonly epoch: string
  readonly head: number
  readonly tokens: readonly string[]
  /** Where readers are in many sections: these, with as many readers in each. */
  readonly sections?: readonly { readonly session: string; readonly epoch: string }[]
}

export interface ServerWork {
  /** Starts the server for so many readers. */
  start(readers: number): Promise<ServerFacts>
  /** Sends `count` events one after another; answers when the first one was in the log and could be sent. */
  send(count: number): Promise<number>
  /** The log's head. */
  head(): Promise<number>
  /** Resident megabytes, and the seconds of processor time so far. */
  load(): Promise<{ megabytes: number; peakMegabytes: number; cpuSeconds: number }>
}

/** What is announced; some 600 bytes as an entry. */
const text = '经核验，投标人已按时递交投标文件，密封完好，现场各方无异议。'.repeat(3)

/** Entries before the first reader, for a reader that has to catch up. */
const past = { entries: 1900, text: '文'.repeat(3000) }

/** Readers of one of many sections. */
const readersOfSection = 15

interface Carrier {
  readonly facts: ServerFacts
  head(): number
  /** When the event was in the log. */
  send(): Promise<number>
}

async function openOurs(readers: number, events: readonly SessionEvent[] = []): Promise<Carrier> {
  const hall = await openDeliveryServer({ bidders: readers })
  for (let i = 0; i < events.length; i += 100) await hall.append(opener, events.slice(i, i + 100))
  const tokens = await Promise.all(
    Array.from({ length: readers + 1 }, (_, i) => hall.tokenFor(bidder((i % readers) + 1))),
  )
  for (let i = 0; i < past.entries; i++) await hall.post(past.text)
  const { port, session, epoch } = hall
  const facts = { port, session, epoch, head: await hall.head(), tokens }
  let { head } = facts
  return {
    facts,
    head: () => head,
    async send() {
      head = (await hall.post(text)).seq
      return hall.appendedAt()
    },
  }
}

const openAnnounced = (readers: number) => openOurs(readers, allAnnounced(readers))

async function openSections(readers: number): Promise<Carrier> {
  const hall = await openDeliveryServer({ bidders: readersOfSection })
  const sections = [{ session: hall.session, epoch: hall.epoch }]
  const tokens: string[] = []
  for (let i = 0; i < readers; i++) {
    const section = Math.floor(i / readersOfSection)
    sections[section] ??= await hall.addSection(i + 1)
    tokens.push(await hall.tokenFor(bidder(i + 1), sections[section]?.session))
  }
  let head = await hall.head()
  const { port, session, epoch } = hall
  return {
    facts: { port, session, epoch, head, tokens, sections },
    head: () => head,
    async send() {
      const at = now()
      for (const section of sections) head = (await hall.post(text, section.session)).seq
      return at
    },
  }
}

/** The message of one more entry, as our server would send it to a bidder. */
async function messages() {
  const hall = await openDeliveryServer({ bidders: 1 })
  const { session, epoch } = hall
  const facts = { session, epoch, head: await hall.head(), tokens: [] }
  await hall.close()
  let head = facts.head
  return {
    facts,
    head: () => head,
    async next() {
      const { seq, entries } = await hall.post(text)
      head = seq
      return {
        epoch,
        from: seq,
        to: seq,
        head: seq,
        entries: entries.map((entry) => viewFor(viewerOf(bidder(1)), entry)),
      }
    },
  }
}

async function openBare(): Promise<Carrier> {
  const { facts, head, next } = await messages()
  const http = createServer()
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  const port = await listen(http)
  return {
    facts: { ...facts, port },
    head,
    async send() {
      const message = await next()
      const at = now()
      const { frames } = encodeMessage('events', JSON.stringify(message))
      for (const client of server.clients) {
        const { _sender } = client as unknown as { _sender: { sendFrame(list: readonly Buffer[]): void } }
        _sender.sendFrame(frames)
      }
      return at
    },
  }
}

async function openRooms(): Promise<Carrier> {
  const { facts, head, next } = await messages()
  const http = createServer()
  const io = new Server(http, { serveClient: false })
  io.on('connection', (socket) => {
    socket.join('readers')
    socket.emit('hb', { epoch: '', head: 0, now: 0 })
  })
  const port = await listen(http)
  return {
    facts: { ...facts, port },
    head,
    async send() {
      const message = await next()
      const at = now()
      io.to('readers').emit('events', message)
      return at
    },
  }
}

async function listen(http: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((listening) =>
    http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, listening),
  )
  return (http.address() as AddressInfo).port
}

const open = {
  ours: openOurs,
  bare: openBare,
  rooms: openRooms,
  sections: openSections,
  opened: openAnnounced,
}
let carrier: Carrier | null = null

function current(): Carrier {
  if (!carrier) throw new Error('the server has not been started')
  return carrier
}

answerParent<ServerWork>({
  async start(readers) {
    carrier = await open[process.argv[2] as ServerKind](readers)
    return carrier.facts
  },
  async send(count) {
    const at = await current().send()
    for (let i = 1; i < count; i++) {
      // Commands arrive one after another, so the server can work on earlier ones in between.
      await breath()
      await current().send()
    }
    return at
  },
  head: async () => current().head(),
  async load() {
    const { user, system } = process.cpuUsage()
    const { maxRSS } = process.resourceUsage()
    return {
      megabytes: process.memoryUsage().rss / 1e6,
      peakMegabytes: maxRSS / 1e3,
      cpuSeconds: (user + system) / 1e6,
    }
  },
})
