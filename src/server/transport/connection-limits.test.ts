import { EventEmitter } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noSocketTrail } from '#test/support/no-trail.ts'
import { createApp } from './app.ts'
import { limitConnections } from './connection-limits.ts'
import { listen } from './listen.ts'
import { ownOriginOnly } from './origin.ts'
import { createSocketServer } from './socket-server.ts'

/* Ways to hold a connection open without a login, each with a client that never closes its half. */

const limits = {
  body: { idle: 400, rateAfter: 60_000, leastPerSecond: 0, whole: 1200 },
  upload: { idle: 60_000, rateAfter: 60_000, leastPerSecond: 0, whole: 60_000 },
  stuck: 600,
  answer: { window: 60_000, leastPerSecond: 0 },
  ended: 200,
}

let port: number
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const logger = pino({ level: 'silent' })
  const app = await createApp(logger)
  const io = createSocketServer(
    app.server,
    { drain: { isDraining: () => false }, trail: noSocketTrail },
    ownOriginOnly,
  )
  app.post('/call', async () => 'done')
  app.get('/large', async () => Buffer.alloc(30_000_000))
  app.setNotFoundHandler((_, reply) => reply.code(404).send('nothing'))
  limitConnections(app.server, limits, 50)
  const listening = await listen(app, { host: '127.0.0.1', port: 0, backlog: 100 })
  port = listening.port
  closing.push(
    () => io.engine.close(),
    () => listening.close(),
    () => app.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

/** Sends a text and then nothing; what was heard until the server has closed the connection. */
async function hold(text: string, onOpen: (socket: Socket) => void = () => {}) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  socket.on('error', () => {}).on('data', (data) => (heard += data.toString('latin1', 0, 2000)))
  onOpen(socket)
  // The first byte that is sent to a closed connection tells of it.
  const probe = setInterval(() => socket.readableEnded && socket.write('x'), 100)
  const closed = new Promise<boolean>((done) => {
    socket.once('close', () => done(true))
    setTimeout(() => done(false), 2500)
  })
  socket.write(text)
  const isClosed = await closed
  clearInterval(probe)
  socket.destroy()
  return { isClosed, statuses: heard.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [] }
}

const rest = 'Host: hall\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{'
const form = rest.replace('application/json', 'multipart/form-data; boundary=b')
const chunked = 'Host: hall\r\nTransfer-Encoding: chunked\r\n\r\n'
const upgrade = 'Connection: Upgrade\r\nUpgrade: '
const polling = '/socket.io/?EIO=4&transport=polling'

test.concurrent.each([
  ['a body of a call', `POST /call HTTP/1.1\r\n${rest}`, '408'],
  ['a body for nothing', `POST /nothing HTTP/1.1\r\n${rest}`, '408'],
  ['a body of a page', `GET / HTTP/1.1\r\n${rest}`, '404'],
  ['a path that is malformed', `POST /%ff HTTP/1.1\r\n${rest}`, '400'],
  ['an upload to it, which had four hours', `POST /%ff HTTP/1.1\r\n${form}`, '400'],
  ['an upload to nothing', `POST /nothing HTTP/1.1\r\n${form}`, '404'],
  ['a page of another site', `POST /call HTTP/1.1\r\nOrigin: https://evil.example\r\n${rest}`, '403'],
  ['a poll without a connection', `POST ${polling} HTTP/1.1\r\n${rest}`, '400'],
  ['a poll of an unknown connection', `POST ${polling}&sid=x HTTP/1.1\r\n${rest}`, '400'],
  ['a poll that opens a connection', `GET ${polling} HTTP/1.1\r\n${rest}`, '200'],
  ['a poll by another method', `PUT ${polling} HTTP/1.1\r\n${rest}`, '400'],
  ['OPTIONS', `OPTIONS /call HTTP/1.1\r\n${rest}`, '408'],
  ['another method', `PROPFIND /call HTTP/1.1\r\n${rest}`, '404'],
  ['a body that waits to be asked for', `POST /%ff HTTP/1.1\r\nExpect: 100-continue\r\n${rest}`, '100'],
  ['an expectation', `POST /call HTTP/1.1\r\nExpect: more\r\n${rest}`, '417'],
  ['another version of HTTP', `POST /%ff HTTP/2.0\r\n${rest}`, '400'],
  ['a chunk', `POST /%ff HTTP/1.1\r\n${chunked}5\r\nab`, '400'],
  ['a chunk’s extension', `POST /%ff HTTP/1.1\r\n${chunked}5;a=`, '400'],
  ['a trailer', `POST /%ff HTTP/1.1\r\n${chunked}0\r\nX-A: b\r\nX-`, '400'],
  ['an upgrade with a body', `POST /socket.io/ HTTP/1.1\r\n${upgrade}websocket\r\n${rest}`, '400'],
  ['an upgrade to something else', `POST /call HTTP/1.1\r\n${upgrade}h2c\r\n${rest}`, '400'],
  ['a tunnel', `CONNECT hall:80 HTTP/1.1\r\n${rest}`, undefined],
  ['what is not HTTP', 'nonsense\r\n\r\n', '400'],
  ['a head that is too long', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}`, '431'],
])('[LIM-7] %s does not hold a connection open', async (_, text, status) => {
  const { isClosed, statuses } = await hold(text)
  expect([isClosed, statuses[0]]).toEqual([true, status])
})

test.concurrent('[LIM-7] a body that is answered already and makes progress for ever ends after its whole time', async () => {
  const began = performance.now()
  const { isClosed } = await hold(`POST /%ff HTTP/1.1\r\n${form}`, (socket) => {
    const drip = setInterval(() => socket.write(' '), 100)
    socket.once('close', () => clearInterval(drip))
  })
  expect(isClosed).toBe(true)
  expect(performance.now() - began).toBeGreaterThan(1000)
})

test.concurrent('[LIM-7] a client that does not read its answer is cut', async () => {
  const { socket, heard } = fetchLarge()
  socket.pause()
  // What the kernels hold is read afterwards.
  setTimeout(() => socket.resume(), 1500)
  expect(await heard).toBeLessThan(30_000_000)
})

test.concurrent('[LIM-7] a client that reads slowly gets all of it', async () => {
  const { socket, heard } = fetchLarge()
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), 2)
  })
  expect(await heard).toBeGreaterThan(30_000_000)
})

/** Asks for a large answer; how many bytes came until the connection was closed. */
function fetchLarge() {
  const socket = connect(port, '127.0.0.1')
  let bytes = 0
  socket.on('error', () => {}).on('data', (data) => (bytes += data.length))
  socket.write('GET /large HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n')
  return { socket, heard: new Promise<number>((done) => socket.once('close', () => done(bytes))) }
}

describe('[LIM-7] an answer', () => {
  /** Seconds until the connection is cut of a client that takes so many bytes each second; null after an hour. */
  function cutAfter(bytesPerSecond: (second: number) => number, isWebSocket = false): number | null {
    vi.useFakeTimers()
    try {
      const http = new EventEmitter()
      limitConnections(http as HttpServer)
      let isCut = false
      const queued = 50_000_000
      const fields = { bytesWritten: queued, writableLength: queued, destroy: () => (isCut = true) }
      const socket = Object.assign(new EventEmitter(), fields)
      http.emit('connection', socket)
      if (isWebSocket) http.emit('upgrade', { headers: {} }, socket)
      for (let second = 1; second <= 3600; second++) {
        socket.writableLength = Math.max(0, socket.writableLength - bytesPerSecond(second))
        vi.advanceTimersByTime(1000)
        if (isCut) return second
      }
      return null
    } finally {
      vi.useRealTimers()
    }
  }

  test('that is taken by drips is cut after two minutes', () => {
    expect(cutAfter(() => 1)).toBe(120)
    expect(cutAfter(() => 1900)).toBe(120)
    expect(cutAfter((second) => (second < 600 ? 10_000 : 10))).toBeLessThanOrEqual(720)
  })

  test('that a slow line takes, evenly or by bursts, is not', () => {
    expect(cutAfter(() => 2100)).toBeNull()
    expect(cutAfter((second) => (second % 50 === 0 ? 200_000 : 0))).toBeNull()
  })

  test('on a WebSocket, which has limits of its own, only has to make progress', () => {
    expect(cutAfter(() => 10, true)).toBeNull()
    expect(cutAfter(() => 0, true)).not.toBeNull()
  })
})
