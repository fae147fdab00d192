import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { tokens } from '#client/auth/tokens.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { openHallChannel } from './hall-channel.ts'

const connection = vi.hoisted(() => ({ socket: null as unknown, auth: null as unknown }))
vi.mock('socket.io-client', () => ({
  io: (_namespace: string, options: { auth: unknown }) => {
    connection.auth = options.auth
    return connection.socket
  },
}))
vi.mock('./api.ts', () => ({ api: async () => ({ ok: true, value: {} }) }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(tokens, 'user').mockReturnValue('token')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A channel over a fake socket; the library never reconnects by itself. */
function stage() {
  const connect = vi.fn()
  const socket = Object.assign(new EventEmitter(), {
    active: false,
    connect,
    off: () => socket.removeAllListeners(),
    disconnect: () => undefined,
  })
  connection.socket = socket
  const heard: unknown[] = []
  const channel = openHallChannel({
    namespace: '/hall',
    event: 'said',
    schema: z.strictObject({ word: z.string() }),
    onMessage: (message) => heard.push(message),
    onLine: (connected) => heard.push(connected),
  })
  return { socket, connect, channel, heard }
}

test('[VER-1] a channel’s client names its version, and does not reconnect when that is refused', async () => {
  const { socket, connect } = stage()
  const give = vi.fn()
  ;(connection.auth as (give: unknown) => void)(give)
  expect(give).toHaveBeenCalledWith({ token: 'token', version: wireVersion })
  socket.emit('connect_error', new Error(wireVersionRefused))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(connect).not.toHaveBeenCalled()
})

test('[RET-2] a client refused for another reason reconnects with increasing delays', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { socket, connect, channel } = stage()
  for (const waits of [3000, 6000, 12_000]) {
    connect.mockClear()
    socket.emit('connect_error', new Error('too-many-requests'))
    await vi.advanceTimersByTimeAsync(waits - 1)
    expect(connect).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(connect).toHaveBeenCalledTimes(1)
  }
  channel.close()
})

test('[VER-2] what does not fit the channel’s message is dropped, and the next one is heard', () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { socket, heard } = stage()
  socket.emit('connect')
  socket.emit('said', { word: 1 })
  socket.emit('said', { word: 'one' })
  socket.emit('disconnect')
  expect(heard).toEqual([true, { word: 'one' }, false])
  expect(complaint).toHaveBeenCalledTimes(1)
})
