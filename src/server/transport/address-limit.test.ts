import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { From } from '#server/trail/trail.ts'
import { noSocketTrail } from '#test/support/no-trail.ts'
import { limitAddresses } from './address-limit.ts'
import { createApp } from './app.ts'
import { listen } from './listen.ts'
import { ownOriginOnly } from './origin.ts'
import { trustedProxies } from './proxies.ts'
import { createSocketServer } from './socket-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A server that allows two connections for each address, and whose call never answers. */
async function openServer(ranges: readonly string[]) {
  const origins = { ...ownOriginOnly, proxies: trustedProxies(ranges) }
  const app = await createApp(pino({ level: 'silent' }), origins)
  const crowded: From[] = []
  const trail = { ...noSocketTrail, crowded: (from: From) => void crowded.push(from) }
  const io = createSocketServer(app.server, { drain: { isDraining: () => false }, trail }, origins)
  app.get('/call', () => new Promise(() => {}))
  app.get('/quick', async () => 'done')
  limitAddresses(app.server, io, { most: 2, proxies: origins.proxies, trail })
  const { port } = await listen(app, { host: '127.0.0.1', port: 0, backlog: 10 })
  closing.push(
    () => app.close(),
    () => io.engine.close(),
  )
  return { port, crowded }
}

/** Sends a request; the status of its answer, null where none comes. */
async function ask(port: number, path: string, headers: readonly string[] = []) {
  const socket: Socket = connect(port, '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.on('error', () => {})
  const lines = [`GET ${path} HTTP/1.1`, 'Host: hall', ...headers]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const status = await new Promise<string | null>((done) => {
    socket.once('data', (data) => done(data.toString().slice(9, 12)))
    setTimeout(() => done(null), 300)
  })
  return { status, socket }
}

const statusesOf = async (asked: ReturnType<typeof ask>[]) =>
  (await Promise.all(asked)).map(({ status }) => status)
const from = (address: string) => `X-Forwarded-For: ${address}`
const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
]
const socketPath = '/socket.io/?EIO=4&transport=websocket'

test('[LIM-9] an address has so many connections, whatever it does with them, and a new one when one closes', async () => {
  const { port, crowded } = await openServer([])
  const first = await ask(port, socketPath, upgrade)
  const second = await ask(port, '/call')
  expect([first.status, second.status]).toEqual(['101', null])
  const third = await ask(port, '/quick')
  expect(third.status).toBe('429')
  expect((await ask(port, socketPath, upgrade)).status).toBe('429')
  expect(crowded).toEqual(Array(2).fill({ address: '127.0.0.1', agent: '' }))
  second.socket.destroy()
  await expect.poll(async () => (await ask(port, '/quick')).status).toBe('200')
})

test('[LIM-9] behind a proxy the address that it names counts, by requests in progress and sockets', async () => {
  const { port, crowded } = await openServer(['127.0.0.1'])
  const one = from('203.0.113.7')
  expect((await ask(port, socketPath, [...upgrade, one])).status).toBe('101')
  const call = await ask(port, '/call', [one])
  expect(call.status).toBeNull()
  expect(await statusesOf([ask(port, '/quick', [one]), ask(port, socketPath, [...upgrade, one])])).toEqual([
    '429',
    '400',
  ])
  expect(crowded).toEqual([{ address: '203.0.113.7', agent: '' }])
  expect((await ask(port, '/socket.io/?EIO=4&transport=polling', [one])).status).toBe('403')
  // Connections of the proxy that wait for nothing count for nobody.
  const others = Array.from({ length: 5 }, () => ask(port, '/quick', [from('203.0.113.8')]))
  expect((await statusesOf(others)).filter((status) => status === '200').length).toBeGreaterThanOrEqual(2)
  expect((await ask(port, '/quick', [from('203.0.113.9')])).status).toBe('200')
  call.socket.destroy()
  await expect.poll(async () => (await ask(port, '/quick', [one])).status).toBe('200')
})

test('[LIM-9] one connection of TCP may not carry any number of Socket.IO’s by polling', async () => {
  const { port, crowded } = await openServer(['127.0.0.1'])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  closing.push(() => agent.destroy())
  const get = (query: string, address: string) =>
    new Promise<string>((done, failed) => {
      const path = `/socket.io/?EIO=4&transport=polling${query}`
      request({ port, path, agent, headers: { 'X-Forwarded-For': address } }, (response) => {
        response.setEncoding('utf8').on('data', done)
      })
        .on('error', failed)
        .end()
    })
  const open = async (address: string) => /"sid":"([^"]+)"/.exec(await get('', address))?.[1] ?? ''
  const sids = [await open('203.0.113.7'), await open('203.0.113.7'), await open('203.0.113.7')]
  const another = await open('203.0.113.8')
  const isOpen = async (sid: string) =>
    !(await get(`&sid=${sid}`, '203.0.113.9')).includes('Session ID unknown')
  expect(await Promise.all([isOpen(sids[2] ?? ''), isOpen('none')])).toEqual([false, false])
  expect(crowded).toEqual([{ address: '203.0.113.7', agent: '' }])
  expect(another).not.toBe('')
})
