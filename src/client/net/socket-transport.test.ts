import { EventEmitter } from 'node:events'
import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectQuestion } from './connect-question.ts'
import { transportOver } from './socket-transport.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A fake socket; the library does not reconnect by itself. */
function stage() {
  const socket = Object.assign(new EventEmitter(), {
    active: false,
    connected: false,
    io: new EventEmitter(),
  })
  const returns: number[] = []
  let lostAt = 0
  const transport = transportOver(socket as unknown as Socket, {
    question: connectQuestion(),
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

test('[RET-2] a client refused or dropped by the server reconnects ever later until a message arrives', async () => {
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

test('[RET-2] clients dropped at the same time reconnect at different times', async () => {
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
