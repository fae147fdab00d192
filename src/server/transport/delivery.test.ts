import { isDeepStrictEqual } from 'node:util'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, test } from 'vitest'
import { isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import type { Actor } from '#domain/session/actor.ts'
import { event } from '#domain/session/event.ts'
import { viewFor } from '#domain/session/view.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { down, wireVersion } from '#protocol/socket/messages.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'
import { type DeliveryServer, openDeliveryServer, viewerOf } from '#test/bench/delivery-server.ts'
import { openReader, placeIn } from '#test/bench/fanout-reader.ts'
import { agency, bidder, bidderCode, opener, platform } from '#test/domain/sample-actors.ts'
import type { DeliveryLimits } from './delivery.ts'

/* The server's transport with real sockets, over a log in memory. */

type Transport = 'websocket' | 'polling'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openHall(limits: Partial<DeliveryLimits> = {}, bidders = 3): Promise<DeliveryServer> {
  const hall = await openDeliveryServer({ bidders, limits })
  closing.push(hall.close)
  return hall
}

/** A Socket.IO client that checks each message against the protocol and keeps it. */
async function connect(
  hall: DeliveryServer,
  actor: Actor,
  transport: Transport = 'websocket',
  version = wireVersion,
  sub?: unknown,
) {
  const token = await hall.tokenFor(actor)
  const socket: Socket = io(`http://127.0.0.1:${hall.port}`, {
    auth: { token, version, sub },
    transports: [transport],
    forceNew: true,
    reconnection: false,
  })
  closing.push(() => socket.disconnect())
  const messages: { kind: string; body: unknown }[] = []
  for (const [kind, schema] of Object.entries(down)) {
    socket.on(kind, (body: unknown) => messages.push({ kind, body: schema.parse(body) }))
  }
  const refusal = new Promise<string>((resolve) =>
    socket.on('connect_error', ({ message }) => resolve(message)),
  )
  const gone = new Promise<string>((resolve) => socket.on('disconnect', resolve))
  const connected = new Promise<void>((resolve) => socket.on('connect', resolve))
  const all = (kind: string) => messages.flatMap((message) => (message.kind === kind ? [message.body] : []))
  return {
    socket,
    messages,
    refusal,
    gone,
    connected,
    subscribe: (after: number) =>
      void connected.then(() => socket.emit('sub', { session: hall.session, epoch: hall.epoch, after })),
    batches: () => all('events') as EventsMessage[],
    entries: () => (all('events') as EventsMessage[]).flatMap((batch) => batch.entries as VisibleEntry[]),
    all,
  }
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`never came: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function logAsSeenBy(hall: DeliveryServer, actor: Actor, after = 0): Promise<unknown[]> {
  const page = await hall.log.read(hall.session, after, 1_000_000)
  return (page?.entries ?? []).map((entry) => JSON.parse(JSON.stringify(viewFor(viewerOf(actor), entry))))
}

describe.each(['websocket', 'polling'] as const)('by %s', (transport) => {
  test('[SUB-1] every subscriber gets the whole log as they may see it, and what is appended meanwhile', async () => {
    const hall = await openHall({ batchLength: 7 })
    for (let i = 0; i < 20; i++) await hall.post(`before ${i}`)
    const actors = [bidder(1), bidder(2), opener, agency]
    const clients = await Promise.all(actors.map((actor) => connect(hall, actor, transport)))
    for (const client of clients) client.subscribe(0)
    for (let i = 0; i < 60; i++) {
      await hall.post(`meanwhile ${i}`)
      const enrolled = { bidderCode: bidderCode(10 + i), name: `迟到者${i}`, certificate: '' }
      if (i % 5 === 0) await hall.append(platform, [event('BidderEnrolled', enrolled)])
      if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 15))
    }
    const head = await hall.head()
    for (const [i, client] of clients.entries()) {
      await until(() => client.entries().at(-1)?.seq === head, `seq ${head}`)
      expect(client.entries()).toEqual(await logAsSeenBy(hall, actors[i] as Actor))
      expect(client.batches().map(({ from }) => from)).toEqual([
        1,
        ...client
          .batches()
          .slice(0, -1)
          .map(({ to }) => to + 1),
      ])
    }
  })

  test('[EVT-4] entries in quick succession share few messages; the first one does not wait', async () => {
    const hall = await openHall()
    const client = await connect(hall, bidder(1), transport)
    const head = await hall.head()
    client.subscribe(head)
    await until(() => client.all('hb').length > 0, 'an answer to the subscription')
    for (let i = 0; i < 100; i++) await hall.post(`${i}`)
    await until(() => client.entries().length === 100, 'all entries')
    expect(client.batches().length).toBeGreaterThan(1)
    expect(client.batches().length).toBeLessThan(10)
    expect(client.batches()[0]?.entries.length).toBeLessThan(100)
  })

  test('[ACK-1] commands are answered between the batches', async () => {
    const hall = await openHall()
    const client = await connect(hall, opener, transport)
    client.subscribe(await hall.head())
    await until(() => client.all('hb').length > 0, 'an answer to the subscription')
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID())
    const payload = { message: '开始' }
    for (const id of ids) client.socket.emit('cmd', { id, type: 'PostMessage', payload })
    await until(() => client.all('ack').length === 20 && client.entries().length === 20, 'acks and entries')
    expect(client.all('ack').map((ack) => (ack as { id: string }).id)).toEqual(ids)
  })
})

test.each(['websocket', 'polling'] as const)(
  '[SNP-1] a subscriber far behind gets a snapshot and the entries after it, by %s',
  async (transport) => {
    const hall = await openHall({ snapshotBeyond: 50, batchLength: 20 })
    for (let i = 0; i < 60; i++) await hall.post(`${i}`)
    const head = await hall.head()
    const near = await connect(hall, bidder(1))
    const far = await connect(hall, bidder(2), transport)
    near.subscribe(head - 50)
    far.subscribe(head - 51)
    await until(() => near.entries().length === 50 && far.all('snapshot').length === 1, 'the catch-up')
    await hall.post('one more')
    await until(() => near.entries().length === 51 && far.entries().length === 1, 'one more')
    expect(near.all('snapshot')).toEqual([])
    const [snapshot] = far.all('snapshot') as SnapshotMessage[]
    expect(snapshot?.seq).toBe(head)
    // Before the freeze a bidder sees no other bidder.
    expect(snapshot?.state.order).toEqual([])
    expect(snapshot?.own.order).toEqual([bidderCode(2)])
    expect(far.entries().map(({ seq }) => seq)).toEqual([head + 1])
    expect(isHidden(far.entries()[0] as VisibleEntry)).toBe(false)
  },
)

test('[SLW-1] a client that stops reading is cut off, gets the rest on return and delays nobody', async () => {
  const hall = await openHall({ stallMilliseconds: 1000, refreshMilliseconds: 100, batchLength: 10 })
  const start = await hall.head()
  const place = {
    port: hall.port,
    session: hall.session,
    epoch: hall.epoch,
    token: await hall.tokenFor(bidder(1)),
  }
  const frozen = openReader({ ...place, after: start }, () => {})
  let cut = false
  frozen.socket.on('error', () => {})
  frozen.socket.on('close', () => {
    cut = true
  })
  await frozen.subscribed
  frozen.socket.pause()
  const other = await connect(hall, bidder(2))
  other.subscribe(start)

  const text = '文'.repeat(10_000)
  await other.connected
  let queued = 0
  while ((await hall.readers()) === 2) {
    await hall.post(text)
    queued = Math.max(queued, hall.queued())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  // One batch of ten entries with ten thousand characters each, and not everything that was appended meanwhile.
  expect(queued).toBeLessThan(2 * 10 * Buffer.byteLength(text))
  const head = await hall.head()
  expect(head - start).toBeGreaterThan(50)
  await until(() => other.entries().at(-1)?.seq === head, 'the other one’s last entry')
  expect(other.entries().map(({ seq }) => seq)).toEqual(
    Array.from({ length: head - start }, (_, i) => start + 1 + i),
  )
  frozen.socket.resume()
  await until(() => cut, 'the frozen reader’s end')
  let reached = start + 5
  const back = openReader({ ...place, after: reached }, (data) => {
    reached = placeIn(data) ?? reached
  })
  closing.push(() => back.socket.terminate())
  await until(() => reached === head, 'the rest')
})

describe('admission', () => {
  test('[VER-1] a client of another wire version is refused with wire-version', async () => {
    const hall = await openHall()
    const client = await connect(hall, bidder(1), 'websocket', wireVersion + 1)
    expect(await client.refusal).toBe('wire-version')
  })

  test('[LIM-1] a user has fifty connections at most', async () => {
    const hall = await openHall()
    const clients = await Promise.all(Array.from({ length: 50 }, () => connect(hall, bidder(1))))
    await Promise.all(clients.map(({ connected }) => connected))
    expect(await (await connect(hall, bidder(1))).refusal).toBe('too-many-requests')
    await (await connect(hall, bidder(2))).connected
  })
})

describe('a command', () => {
  test('[LIM-1] beyond the limit is refused with too-many-requests', async () => {
    const hall = await openHall()
    const client = await connect(hall, opener)
    await client.connected
    const payload = { message: '开始' }
    for (let i = 0; i < 50; i++) {
      client.socket.emit('cmd', { id: crypto.randomUUID(), type: 'PostMessage', payload })
    }
    await until(() => client.all('ack').length + client.all('nack').length === 50, 'an answer to each')
    expect(client.all('nack').length).toBeGreaterThan(0)
    for (const nack of client.all('nack')) expect(nack).toMatchObject({ code: 'too-many-requests' })
  })

  test('[ACK-4] is refused with unavailable if the database fails, with internal on any other failure', async () => {
    const hall = await openHall()
    const client = await connect(hall, bidder(1))
    await client.connected
    const failures = [new Error('Connection terminated unexpectedly'), new TypeError('no function')]
    const append = hall.log.append
    Object.assign(hall.log, {
      append: (...args: Parameters<typeof append>) => {
        const failure = failures.shift()
        return failure ? Promise.reject(failure) : append(...args)
      },
    })
    const payload = { message: '开始' }
    for (const id of ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']) {
      client.socket.emit('cmd', { id, type: 'PostMessage', payload })
    }
    await until(() => client.all('nack').length === 2, 'an answer to each')
    const codes = client.all('nack').map((nack) => (nack as { code: string }).code)
    expect(codes).toEqual(['unavailable', 'internal'])
  })
})

describe('a subscription', () => {
  test('[SUB-2] of another epoch, or beyond the head, is answered from the start', async () => {
    const hall = await openHall()
    const head = await hall.head()
    for (const [epoch, after] of [
      ['another', 2],
      [hall.epoch, head + 1],
    ] as const) {
      const client = await connect(hall, bidder(1))
      await client.connected
      client.socket.emit('sub', { session: hall.session, epoch, after })
      await until(() => client.entries().at(-1)?.seq === head, 'the whole log')
      expect(client.entries()[0]?.seq).toBe(1)
    }
  })

  test('[PRG-1] gets the progress of large files, and nobody without one does', async () => {
    const hall = await openHall()
    const [reading, outside] = [await connect(hall, bidder(1)), await connect(hall, bidder(2))]
    reading.subscribe(0)
    await until(() => reading.entries().length > 0, 'the log')
    await outside.connected
    const fileId = crypto.randomUUID()
    hall.nowReading([{ fileId, percent: 7 }])
    await until(() => reading.all('progress').length > 0, 'news of the file')
    expect(reading.all('progress')[0]).toEqual({ files: [{ bidFileId: fileId, percent: 7 }] })
    hall.nowReading([])
    await until(() => isDeepStrictEqual(reading.all('progress').at(-1), { files: [] }), 'the end of it')
    expect(outside.messages).toEqual([])
  })

  test('[SUB-3] to another section ends the connection', async () => {
    const hall = await openHall()
    const client = await connect(hall, bidder(1))
    await client.connected
    client.socket.emit('sub', { session: crypto.randomUUID(), epoch: '', after: 0 })
    expect(await client.gone).toBe('io server disconnect')
  })

  test('[SUB-1] [SUB-3] what is asked with the authorization is answered and refused like any other', async () => {
    const hall = await openHall()
    const asking = (sub: unknown) => connect(hall, bidder(1), 'websocket', wireVersion, sub)
    const { session, epoch } = hall
    const right = await asking({ session, epoch, after: 1 })
    const [other, malformed] = [{ session: crypto.randomUUID(), epoch, after: 1 }, { session }]
    for (const sub of [other, malformed, null]) {
      const client = await asking(sub)
      expect(await client.gone).toBe('io server disconnect')
      expect(client.messages).toEqual([])
    }
    const seen = await logAsSeenBy(hall, bidder(1), 1)
    await until(() => right.entries().length === seen.length, 'the entries')
    expect(right.entries()).toEqual(seen)
    expect(right.all('hb')).toHaveLength(1)
  })
})
