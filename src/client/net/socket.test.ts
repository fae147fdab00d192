import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { filter, firstValueFrom } from 'rxjs'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { openSocket } from './socket.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/**
 * A server that refuses connections as `admit` says, and a client socket to it. Attempts that are not `answered` hang.
 */
async function stage(admit: (version: unknown) => string | null, answered = (_attempt: number) => true) {
  const http = createServer()
  const io = new Server(http, { pingInterval: 200 })
  let asked = 0
  io.use((socket, next) => {
    asked += 1
    const refusal = admit(socket.handshake.auth.version)
    if (answered(asked)) next(refusal === null ? undefined : new Error(refusal))
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  closing.push(() => io.close())
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const socket = openSocket({ token: async () => 't', language: () => 'en', url, returnMs: 10 })
  closing.push(socket.close)
  return { io, socket, asked: () => asked }
}

const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBe(true), { timeout: 10_000 })

test('[VER-1] a client of another wire version stops and says that it is outdated', async () => {
  const { socket, asked } = await stage(() => wireVersionRefused)
  await firstValueFrom(socket.outdated$.pipe(filter(Boolean)))
  await new Promise((later) => setTimeout(later, 200))
  expect(asked()).toBe(1)
})

test('[VER-1] a client refused for another reason reconnects, and names its version each time', async () => {
  const versions: unknown[] = []
  const { socket } = await stage((version) => {
    versions.push(version)
    return versions.length < 3 ? 'session-expired' : null
  })
  await firstValueFrom(socket.connected$.pipe(filter(Boolean)))
  expect(versions).toEqual([wireVersion, wireVersion, wireVersion])
  await expect(firstValueFrom(socket.outdated$)).resolves.toBe(false)
})

test('[SUB-1] every connect asks what is to be asked by then', async () => {
  const { io, socket } = await stage(() => null)
  const asked: unknown[] = []
  io.on('connection', ({ handshake }) => asked.push(handshake.auth.sub))
  await firstValueFrom(socket.connected$.pipe(filter(Boolean)))
  let after = 1
  const session = crypto.randomUUID()
  const wasAsked = socket.askOnConnect?.(() => ({ session, epoch: 'A', after: after++ }))
  expect(wasAsked?.()).toBe(false)
  for (let times = 2; times <= 3; times += 1) {
    socket.restart()
    await until(() => asked.length === times)
    expect(wasAsked?.()).toBe(true)
  }
  socket.askOnConnect?.(() => ({ session, epoch: 'A', after: 0 }))
  expect(wasAsked?.()).toBe(false)
  const [first, ...others] = asked
  expect(first).toBeUndefined()
  expect(others).toEqual([1, 2].map((after) => ({ session, epoch: 'A', after })))
})

test('[VER-2] a message that does not fit the protocol is dropped, and the next ones are read', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { io, socket } = await stage(() => null)
  const heard: unknown[] = []
  socket.messages$.subscribe((message) => heard.push(message))
  await firstValueFrom(socket.connected$.pipe(filter(Boolean)))
  const beat = { epoch: 'A', head: 3, now: 5 }
  io.emit('hb', { ...beat, unknown: true })
  io.emit('events', 'nonsense')
  io.emit('hb', beat)
  await until(() => heard.length === 1)
  expect(heard).toEqual([{ kind: 'hb', body: beat }])
  expect(complaints).toHaveBeenCalledTimes(2)
  complaints.mockRestore()
})

test('[LEV-1] a closed socket is disconnected, emits nothing more and does not reconnect', async () => {
  const { io, socket, asked } = await stage(() => null)
  await firstValueFrom(socket.connected$.pipe(filter(Boolean)))
  const heard: unknown[] = []
  socket.messages$.subscribe((message) => heard.push(message))
  socket.close()
  await until(() => io.sockets.sockets.size === 0)
  io.emit('hb', { epoch: 'A', head: 3, now: 5 })
  await new Promise((later) => setTimeout(later, 100))
  const connected = await firstValueFrom(socket.connected$)
  expect([heard, asked(), connected]).toEqual([[], 1, false])
})

test('[HB-4] a restarted socket drops its connection and opens a new one at once', async () => {
  const { io, socket, asked } = await stage(() => null)
  await firstValueFrom(socket.connected$.pipe(filter(Boolean)))
  const states: boolean[] = []
  socket.connected$.subscribe((connected) => states.push(connected))
  socket.restart()
  await until(() => states.length === 3)
  await new Promise((later) => setTimeout(later, 100))
  expect([states, asked(), io.sockets.sockets.size]).toEqual([[true, false, true], 2, 1])
})

test('[HB-4] a connection attempt that hangs is replaced by a new one', async () => {
  let held = 0
  const { io, socket } = await stage(
    () => null,
    (attempt) => {
      held += 1
      return attempt > 1
    },
  )
  await until(() => held === 1)
  socket.restart()
  await firstValueFrom(socket.connected$.pipe(filter(Boolean)))
  await new Promise((later) => setTimeout(later, 100))
  expect([held, io.sockets.sockets.size]).toEqual([2, 1])
})

test('[HB-4] the server’s pings show that the connection is alive', async () => {
  const { socket } = await stage(() => null)
  await firstValueFrom(socket.pings$)
})
