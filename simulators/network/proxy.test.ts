import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../fixtures/server-process.ts'
import type { NetworkConditions } from './network-conditions.ts'
import { type FaultyProxy, startProxy } from './proxy.ts'

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

it('forwards every byte in order, however its chunks are delayed', async () => {
  const proxy = await proxyTo(await echo(), { delayMs: 1, jitterMs: 30 })
  const client = await dial(proxy)
  const pieces = Array.from({ length: 40 }, (_, index) => `${index};`)
  for (const piece of pieces) {
    client.socket.write(piece)
    await sleep(1)
  }
  await client.until(() => client.text().split(';').length > pieces.length)
  expect(client.text()).toBe(pieces.join(''))
})

it('forwards more than its buffer holds to a slow reader', async () => {
  const size = 3_000_000
  const server = await serve((socket) => socket.end(Buffer.alloc(size, 'x')))
  const proxy = await proxyTo(server, { delayMs: 5 })
  const client = await dial(proxy)
  client.socket.pause()
  await sleep(50)
  client.socket.resume()
  await client.gone
  expect(client.text()).toHaveLength(size)
})

it('delays each way', async () => {
  const proxy = await proxyTo(await echo(), { delayMs: 60 })
  const client = await dial(proxy)
  const began = performance.now()
  client.socket.write('ping')
  await client.until(() => client.text() === 'ping')
  expect(performance.now() - began).toBeGreaterThanOrEqual(118)
})

it('cuts both sides', async () => {
  const { port, sockets } = await echo()
  const proxy = await startProxyFor(port)
  const client = await dial(proxy)
  await client.answers()
  const ends = [client.socket, ...sockets].map((socket) => new Promise((done) => socket.once('close', done)))
  proxy.inject({ kind: 'cut' })
  await Promise.all(ends)
  expect(proxy.connections()).toBe(0)
})

it('continues after a stall where it stopped', async () => {
  const proxy = await proxyTo(await echo())
  const client = await dial(proxy)
  await client.answers()
  proxy.inject({ kind: 'stall', forMs: 150 })
  client.socket.write('late')
  await sleep(75)
  expect(client.text()).toBe('hello')
  await client.until(() => client.text() === 'hellolate')
})

it('ends a stall on time when the conditions change meanwhile', async () => {
  const proxy = await proxyTo(await echo())
  const client = await dial(proxy)
  await client.answers()
  proxy.inject({ kind: 'stall', forMs: 50 })
  client.socket.write('late')
  proxy.set({ goodForMs: null })
  await client.until(() => client.text() === 'hellolate')
})

it('half-opens: forwards nothing and tells neither side, not even that the other has ended', async () => {
  const { port, sockets } = await echo()
  const proxy = await startProxyFor(port)
  const client = await dial(proxy)
  await client.answers()
  proxy.inject({ kind: 'half-open' })
  client.socket.end('lost')
  await sleep(100)
  expect(client.text()).toBe('hello')
  expect(client.socket.closed).toBe(false)
  expect(sockets.map(({ closed, readableEnded }) => closed || readableEnded)).toEqual([false])
  expect(proxy.connections()).toBe(1)
})

it('ends the connection when one side ends it', async () => {
  const proxy = await proxyTo(await echo())
  const client = await dial(proxy)
  await client.answers()
  client.socket.end('bye')
  await client.gone
  expect(client.text()).toBe('hellobye')
  expect(proxy.connections()).toBe(0)
})

it('resets new connections while closed, and accepts them again afterwards', async () => {
  const proxy = await proxyTo(await echo(), { closed: true })
  const refused = await dial(proxy)
  await refused.gone
  proxy.set({ closed: false })
  await (await dial(proxy)).answers()
})

it('without WebSockets, passes other requests', async () => {
  const proxy = await proxyTo(await echo(), { noWebSockets: true })
  await (await dial(proxy)).answers()
  const socket = await dial(proxy)
  socket.socket.write('GET /socket.io/ HTTP/1.1\r\nUpgrade: websocket\r\n\r\n')
  await socket.gone
})

it('skips a server that is gone', async () => {
  const gone = await echo()
  const alive = await echo()
  await gone.stop()
  const proxy = await startProxy({ targets: [gone.port, alive.port], seed: 1 })
  closing.push(() => proxy.close())
  for (let count = 0; count < 4; count += 1) await (await dial(proxy)).answers()
})

it('draws faults for connections under bad conditions', async () => {
  const proxy = await proxyTo(await echo(), { goodForMs: [10, 30], faults: [{ kind: 'cut' }] })
  for (let count = 0; count < 3; count += 1) await (await dial(proxy)).gone
})

async function serve(onConnection: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const stop = () =>
    new Promise<void>((done) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => done())
    })
  closing.push(stop)
  return { port, sockets, stop }
}

const echo = () => serve((socket) => socket.pipe(socket))

async function startProxyFor(port: number, conditions?: Partial<NetworkConditions>): Promise<FaultyProxy> {
  const proxy = await startProxy({ targets: [port], seed: 1, ...(conditions ? { conditions } : {}) })
  closing.push(() => proxy.close())
  return proxy
}

const proxyTo = ({ port }: { port: number }, conditions?: Partial<NetworkConditions>) =>
  startProxyFor(port, conditions)

async function dial(proxy: FaultyProxy) {
  const socket = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1' })
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (bytes) => {
    text += String(bytes)
  })
  const gone = new Promise((done) => socket.once('close', done))
  await Promise.race([gone, new Promise((done) => socket.once('connect', done))])
  closing.push(() => void socket.destroy())
  const until = async (holds: () => boolean) => {
    while (!holds()) await once(socket, 'data')
  }
  return {
    socket,
    gone,
    text: () => text,
    until,
    async answers() {
      socket.write('hello')
      await until(() => text === 'hello')
    },
  }
}
