import { afterEach, expect, test, vi } from 'vitest'
import { openSession } from './open-session.ts'
import { createSessionStore } from './session-store.ts'

/** Socket.IO's side of the line: only whether it is still held. */
const socket = vi.hoisted(() => ({
  connected: false,
  active: true,
  listeners: 0,
  closed: false,
  on: () => {
    socket.listeners += 1
  },
  off: () => {
    socket.listeners = 0
  },
  disconnect: () => {
    socket.closed = true
  },
  io: {
    on: () => {
      socket.listeners += 1
    },
    off: () => {},
  },
}))
vi.mock('socket.io-client', () => ({ io: () => socket }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[LEV-1] closing a section leaves no timer running, no request waiting and no socket open', async () => {
  vi.useFakeTimers()
  const waiting = new Set<AbortSignal>()
  // A server that never answers.
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    waiting.add(signal)
    return new Promise((_, fail) => {
      signal.addEventListener('abort', () => {
        waiting.delete(signal)
        fail(signal.reason)
      })
    })
  })
  const store = createSessionStore()
  const running = openSession('6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01', store, 5000)
  await vi.advanceTimersByTimeAsync(4000)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  expect(waiting.size).toBeGreaterThan(0)
  expect(socket.listeners).toBeGreaterThan(0)
  running.loadEarlier()
  const command = running.send({ type: 'StartDecryption', payload: { limitMinutes: 30 } })
  await vi.advanceTimersByTimeAsync(0)
  running.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
  expect(waiting.size).toBe(0)
  expect(socket).toMatchObject({ listeners: 0, closed: true })
  expect(await command).toMatchObject({ ok: false, error: { code: 'offline' } })
})
