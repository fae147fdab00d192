import { EventEmitter } from 'node:events'
import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { transportOver } from './socket-transport.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A socket that only says what it is told to; the library has left it to us to come back. */
function stage() {
  const socket = Object.assign(new EventEmitter(), {
    active: false,
    connected: false,
    io: new EventEmitter(),
  })
  const returns: number[] = []
  let lostAt = 0
  const transport = transportOver(socket as unknown as Socket, {
    returnMs: 3000,
    comeBack: () => returns.push(Date.now() - lostAt),
    onMalformed: () => undefined,
  })
  const lose = async (by: 'refused' | 'dropped') => {
    lostAt = Date.now()
    if (by === 'dropped') socket.emit('disconnect')
    else socket.emit('connect_error', new Error('session-expired'))
    await vi.advanceTimersByTimeAsync(60_000)
  }
  return { socket, transport, returns, lose }
}

test('[RET-2] who is refused or dropped by the server comes back later each time, until a message comes', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { socket, returns, lose } = stage()
  await lose('refused')
  await lose('refused')
  socket.emit('connect')
  await lose('dropped')
  socket.emit('connect')
  socket.emit('hb', { epoch: 'A', head: 1, now: 1 })
  await lose('dropped')
  expect(returns).toEqual([3000, 6000, 12_000, 3000])
})

test('[RET-2] clients that are dropped together do not come back together', async () => {
  const random = vi.spyOn(Math, 'random')
  const waited = new Set<number>()
  for (const drawn of [0, 0.3, 0.6, 0.9]) {
    random.mockReturnValue(drawn)
    const { returns, lose } = stage()
    await lose('dropped')
    waited.add(returns[0] ?? 0)
  }
  expect(waited.size).toBe(4)
})
