import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type Hall, openHall } from './hall.ts'

/* A node that is told to stop does so, whatever connections are open. */

/** Running calls get five seconds. The limit catches a stop that never ends. */
const timeout = 20_000
let hall: Hall

beforeEach(async () => {
  if (hall) await hall.start()
  hall ??= await openHall()
}, 60_000)
afterEach(() => hall?.kill())
afterAll(() => hall?.close())

/** Opens a connection with these lines and sends no more; what it received, once it is closed. */
async function connection(...lines: string[]) {
  const { hostname, port } = new URL(hall.http.url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  let heard = ''
  socket.on('data', (data) => (heard += String(data)))
  socket.on('error', () => {})
  // It keeps its own end open; the node must not wait for it.
  const closed = new Promise<string>((done) => {
    for (const end of ['end', 'close']) socket.once(end, () => done(heard))
  })
  socket.write(`${lines.join('\r\n')}\r\n`)
  await sleep(200)
  return { socket, closed }
}

const halfACall = () =>
  connection(
    'POST /api/Oauth/testLogin HTTP/1.1',
    ...['host: hall', 'content-type: application/json', 'content-length: 4', '', '{'],
  )
const upgrade = (path: string) =>
  connection(
    `GET ${path} HTTP/1.1`,
    ...['host: hall', 'connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'],
    ...[`sec-websocket-key: ${'A'.repeat(22)}==`, ''],
  )

/** Resolves when the node accepts no new connections. */
async function refuses(): Promise<void> {
  const { ok } = await fetch(`${hall.http.url}/healthz`).catch(() => ({ ok: false }))
  return ok ? refuses() : undefined
}

test('[NOD-2] a running call is answered, and its connection accepts no other', {
  timeout,
}, async () => {
  const { socket, closed } = await halfACall()
  const stopped = hall.stop()
  await refuses()
  socket.write('}GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nhost: hall\r\n\r\n')
  await stopped
  const heard = await closed
  expect(heard).toContain('"code":"bad-request"')
  expect(heard).not.toContain('"sid"')
})

test('[NOD-2] a call that never ends is cut off, and so are silent upgraded connections', {
  timeout,
}, async () => {
  const endless = await halfACall()
  const socket = await upgrade('/socket.io/?EIO=4&transport=websocket')
  const elsewhere = await upgrade('/elsewhere')
  await hall.stop()
  expect(await endless.closed).toBe('')
  expect(await socket.closed).toContain('101 Switching Protocols')
  // An upgrade for nobody is refused at once.
  expect(await elsewhere.closed).toContain('400 Bad Request')
})
