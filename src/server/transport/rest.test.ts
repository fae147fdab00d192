import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#protocol/call.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { refuse } from '../refusal.ts'
import { createApp } from './app.ts'
import { mountCalls } from './rest.ts'

const calls = {
  slow: { method: 'POST', path: '/api/slow', auth: 'none', summary: '', response: z.string() },
} as const satisfies Record<string, Call>

let answer: () => void = () => {}
let asked: () => void = () => {}
const isAsked = new Promise<void>((resolve) => (asked = resolve))
const isAnswered = new Promise<void>((resolve) => (answer = resolve))
const noted: string[] = []

const handlers = {
  async slow() {
    asked()
    await isAnswered
    return refuse('forbidden')
  },
}

const services = {
  authenticator: {},
  platform: {},
  trail: { ...noTrailHooks, refused: async (_: unknown, __: unknown, code: string) => void noted.push(code) },
  budgets: { askFrom: () => 0 },
  session: async () => null,
  standing: async () => null,
} as unknown as Parameters<typeof mountCalls>[3]

let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await createApp(pino({ level: 'silent' }))
  mountCalls(app, calls, handlers, services)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('[TRL-2] a refusal leaves its line though nobody waits for the answer any more', async () => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /api/slow HTTP/1.1\r\nHost: hall\r\nContent-Length: 0\r\n\r\n')
  await isAsked
  socket.destroy()
  await expect.poll(() => new Promise((count) => app.server.getConnections((_, n) => count(n)))).toBe(0)
  answer()
  await expect.poll(() => noted).toEqual(['forbidden'])
})
