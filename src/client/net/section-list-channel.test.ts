import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokens } from '#client/auth/tokens.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { openSectionListChannel } from './section-list-channel.ts'

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

/** The section list's channel over a fake socket; the library never reconnects by itself. */
function stage() {
  const connect = vi.fn()
  const socket = Object.assign(new EventEmitter(), {
    active: false,
    connect,
    off: () => socket.removeAllListeners(),
    disconnect: () => undefined,
  })
  connection.socket = socket
  const channel = openSectionListChannel(
    () => undefined,
    () => undefined,
  )
  return { socket, connect, channel }
}

test('[VER-1] the section list’s client names its version, and does not reconnect when that is refused', async () => {
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
