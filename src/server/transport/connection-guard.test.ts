import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { tooMuch } from '#protocol/messages/input-problem.ts'
import { wireVersion } from '#protocol/socket/messages.ts'
import type { NackMessage } from '#protocol/socket/nack.ts'
import { type DeliveryServer, openDeliveryServer } from '#test/bench/delivery-server.ts'
import { openSocket } from '#test/bench/fanout-reader.ts'
import { bidder } from '#test/domain/sample-actors.ts'
import { encodeMessage } from './encoded-message.ts'
import { socketLimits } from './limit-table.ts'
import { createSocketWriter } from './socket-writer.ts'

/* What a hostile client can do to the server's transport, with bare WebSockets over a log in memory. */

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openHall(logger = pino({ level: 'silent' })): Promise<DeliveryServer> {
  const hall = await openDeliveryServer({ bidders: 3, logger })
  closing.push(hall.close)
  return hall
}

/** A bare connection; resolves once the server has answered `opening`, with all that it receives. */
async function connect(hall: DeliveryServer, opening: string | null) {
  const socket = openSocket(hall.port)
  closing.push(() => socket.terminate())
  const received: string[] = []
  socket.on('error', () => {})
  socket.on('message', (data: Buffer) => {
    if (String(data) === '2') socket.send('3')
    else received.push(String(data))
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve) => socket.once('message', resolve))
  if (opening !== null) {
    socket.send(opening)
    await new Promise((resolve) => socket.once('message', resolve))
  }
  return { socket, received, closed }
}

async function admitted(hall: DeliveryServer, known?: string) {
  const token = known ?? (await hall.tokenFor(bidder(1)))
  return connect(hall, `40${JSON.stringify({ token, version: wireVersion })}`)
}

const emit = (socket: WebSocket, ...message: unknown[]) => socket.send(`42${JSON.stringify(message)}`)

async function until(holds: () => boolean, what: string): Promise<void> {
  for (let i = 0; !holds(); i++) {
    if (i > 2000) throw new Error(`never came: ${what}`)
    await sleep(5)
  }
}

const endsWithin = (closed: Promise<void>, milliseconds: number) =>
  Promise.race([closed.then(() => true), sleep(milliseconds, false)])

const payload = { message: '开始' }
const long = 'A'.repeat(95_000)

test.each([
  ['an id that is no UUID', { id: long, type: 'PostMessage', payload }],
  ['an id that is an object', { id: { toString: 1 }, type: 'PostMessage', payload }],
  ['no id', 'PostMessage'],
  ['a field that it does not have', { type: 'PostMessage', payload, [long]: 1 }],
  ['a field that its payload does not have', { type: 'PostMessage', payload: { ...payload, [long]: 1 } }],
])('[LIM-2] a command with %s is refused without an echo', async (_, message) => {
  const hall = await openHall()
  const { socket, received } = await admitted(hall)
  const id = crypto.randomUUID()
  const sent = typeof message === 'string' ? message : { id, ...message }
  emit(socket, 'cmd', sent)
  await until(() => received.some((text) => text.startsWith('42["nack"')), 'an answer')
  const answer = received.at(-1) ?? ''
  expect(answer.length).toBeLessThan(1000)
  const nack = JSON.parse(answer.slice(2))[1] as NackMessage
  expect(nack).toMatchObject({ code: 'bad-request' })
  expect(['', id]).toContain(nack.id)
})

test('[LIM-6] no message reaches a schema that would report it at length, or a text that would nest', async () => {
  const hall = await openHall()
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const { socket, received, closed } = await admitted(hall)
  const id = crypto.randomUUID()
  socket.send(`42["cmd",{"id":"${id}","type":"PostMessage","payload":{"message":${deep}}}]`)
  await until(() => received.some((text) => text.startsWith('42["nack"')), 'an answer')
  expect(JSON.parse(received.at(-1)?.slice(2) ?? '')[1]).toMatchObject({
    id,
    code: 'bad-request',
    params: { reason: tooMuch },
  })
  socket.send(`42["sub",{"session":${deep}}]`)
  expect(await endsWithin(closed, 2000)).toBe(true)
  const stranger = await connect(hall, `40{"token":${deep},"version":${wireVersion}}`)
  expect(stranger.received.at(-1)).toBe('44{"message":"session-expired"}')
})

test.each([
  ['unknown events', '42["nonsense",1]'],
  ['refused commands', `42["cmd",{"id":"${long}"}]`],
  ['packets without a message', '6'],
  ['namespaces that are not there', `40/${long},`],
])('[LIM-4] a flood of %s ends the connection, and little of it waits', async (_, frame) => {
  const hall = await openHall()
  const { socket, closed } = await admitted(hall)
  socket.pause()
  let most = 0
  let sent = 0
  for (; sent < 5000 && socket.readyState === socket.OPEN; sent++) {
    await new Promise((taken) => socket.send(frame, taken))
    most = Math.max(most, hall.queued())
    if (sent % 50 === 0) await sleep(1)
  }
  socket.resume()
  expect(await endsWithin(closed, 2000)).toBe(true)
  expect(sent).toBeLessThan(5000)
  expect(most).toBeLessThan(1_000_000)
})

test('[LIM-3] at most a megabyte of answers waits for a connection that does not read them', async () => {
  const message = encodeMessage('nack', JSON.stringify('x'.repeat(10_000)))
  let closed = 0
  const engine = {
    ...{ readyState: 'open', writeBuffer: [] as string[], transport: { name: 'polling', writable: false } },
    write: (packet: string) => engine.writeBuffer.push(packet),
    close: () => (closed += 1),
  }
  const writer = createSocketWriter({ conn: engine } as never)
  for (let i = 0; i < 99; i++) writer.answer(message)
  expect([engine.writeBuffer.length, closed]).toEqual([99, 0])
  engine.writeBuffer = []
  for (let i = 0; i < 5000; i++) writer.answer(message)
  expect(closed).toBeGreaterThan(0)
  expect(engine.writeBuffer.length).toBeLessThan(100)
})

test('[LIM-4] a binary message ends the connection', async () => {
  const hall = await openHall()
  const { socket, closed } = await admitted(hall)
  socket.send('459999-["cmd",{"_placeholder":true,"num":0}]')
  socket.send(Buffer.alloc(1000))
  expect(await endsWithin(closed, 2000)).toBe(true)
})

test('[LIM-8] a connection that sends more than two megabytes in a minute is closed', async () => {
  const hall = await openHall()
  const { socket, received, closed } = await admitted(hall)
  for (let sent = 0; sent < 20; sent++) emit(socket, 'cmd', { id: crypto.randomUUID(), padding: long })
  await until(() => received.filter((text) => text.includes('nack')).length === 20, 'an answer to each')
  expect(socket.readyState).toBe(socket.OPEN)
  emit(socket, 'cmd', { id: crypto.randomUUID(), padding: `${long}${long}`.slice(0, 99_000) })
  emit(socket, 'cmd', { id: crypto.randomUUID(), padding: long })
  expect(await endsWithin(closed, 2000)).toBe(true)
})

test('[LIM-5] a connection without a login ends after five seconds, and so does one that gives it up', async () => {
  const hall = await openHall()
  const silent = await connect(hall, null)
  const refused = await connect(hall, `40${JSON.stringify({ token: 'x', version: wireVersion })}`)
  const leaving = await admitted(hall)
  leaving.socket.send('41')
  const staying = await admitted(hall)
  for (const { socket } of [silent, refused]) socket.pause()
  expect(await endsWithin(leaving.closed, 2000)).toBe(true)
  await sleep(5500)
  expect(await hall.readers()).toBe(1)
  expect(staying.socket.readyState).toBe(staying.socket.OPEN)
})

test('[LIM-4] a failing handler leaves one stack in the log, not one for each frame', async () => {
  const lines: string[] = []
  const hall = await openHall(pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }))
  Object.assign(hall.log, { state: async () => JSON.parse('{'), append: async () => JSON.parse('{') })
  const { socket, received } = await admitted(hall)
  for (let i = 0; i < 15; i++) {
    emit(socket, 'sub', { session: hall.session, epoch: '', after: 0 })
    emit(socket, 'cmd', { id: crypto.randomUUID(), type: 'PostMessage', payload })
  }
  await until(
    () => received.filter((text) => text.includes('nack')).length === 15,
    'an answer to each command',
  )
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.filter((line) => line.includes(' at ')).length).toBeLessThanOrEqual(2)
})

test('[LIM-1] a new connection renews no budget of subscriptions: they count by login', async () => {
  const hall = await openHall()
  const token = await hall.tokenFor(bidder(1))
  const subscription = { session: hall.session, epoch: hall.epoch, after: 0 }
  let answers = 0
  let isRefused = false
  for (let i = 0; i < 20 && !isRefused; i++) {
    const { socket, received, closed } = await admitted(hall, token)
    void closed.then(() => (isRefused = true))
    for (let sent = 0; sent < 40; sent++) emit(socket, 'sub', subscription)
    const answered = () => received.filter((text) => text.startsWith('42["hb"')).length
    await until(() => isRefused || answered() >= 40, 'an answer to each subscription')
    answers += answered()
  }
  expect(isRefused).toBe(true)
  expect(answers).toBeGreaterThanOrEqual(socketLimits.subscription.login - 40)
})
