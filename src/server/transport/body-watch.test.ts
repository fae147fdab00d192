import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { watchBody } from './body-watch.ts'
import { refuseSlow } from './headers.ts'

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.splice(0)) await close()
})

const limits = { idle: 300, rateAfter: 600, leastPerSecond: 1000, whole: 2000 }

/** A server whose bodies have these limits, and which takes them only when `reads`. */
async function openServer(reads = true) {
  const server = createServer((request, response) => {
    watchBody(request, limits, refuseSlow, 50)
    if (reads) request.on('data', () => {}).on('end', () => response.end('all'))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Sends `bytes` every `milliseconds` for so many times; the status, and how long it took. */
async function send(port: number, bytes: number, milliseconds: number, times: number) {
  const socket = connect(port, '127.0.0.1')
  closing.push(() => socket.destroy())
  let heard = ''
  socket.on('error', () => {}).on('data', (data) => (heard += String(data)))
  const began = performance.now()
  const answered = new Promise<void>((resolve) => socket.once('data', () => resolve()).once('close', resolve))
  socket.write(`POST / HTTP/1.1\r\nhost: hall\r\ncontent-length: ${bytes * times}\r\n\r\n`)
  const sending = async () => {
    for (let i = 0; i < times && heard === ''; i++) {
      socket.write(Buffer.alloc(bytes))
      await sleep(milliseconds)
    }
  }
  await Promise.race([answered, sending().then(() => answered)])
  return { status: heard.slice(9, 12), milliseconds: performance.now() - began }
}

test.concurrent('a body that stops is refused, with the usual headers', async () => {
  const port = await openServer()
  const { status, milliseconds } = await send(port, 1, 1500, 3)
  expect(status).toBe('408')
  expect(milliseconds).toBeLessThan(1400)
})

test.concurrent('a body that trickles is refused by its rate', async () => {
  expect((await send(await openServer(), 10, 100, 100)).status).toBe('408')
})

test.concurrent('a body that never ends is refused after its whole time', async () => {
  const { status, milliseconds } = await send(await openServer(), 500, 100, 100)
  expect(status).toBe('408')
  expect(milliseconds).toBeGreaterThan(1500)
})

test.concurrent('a body that arrives in time is taken', async () => {
  expect((await send(await openServer(), 500, 100, 10)).status).toBe('200')
})

test.concurrent('time in which the server takes nothing is not the client’s', async () => {
  const { milliseconds } = await send(await openServer(false), 100_000, 1, 100)
  expect(milliseconds).toBeGreaterThan(1500)
})
