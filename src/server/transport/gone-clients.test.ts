import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ok } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import { bidder } from '#test/domain/sample-actors.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { createApp } from './app.ts'
import { mountCalls } from './rest.ts'

/* Clients that go away while their login is read take no place of their account (LIM-10, LIM-12). */

const common = { auth: 'user', summary: '', response: z.string() } as const
const calls = {
  exportSessionLog: { ...common, method: 'GET', path: '/api/export' },
} as const satisfies Record<string, Call>
const login = { loginId: randomUUID(), actor: bidder(1), expiresAt: new Date(Date.now() + 60_000) }

/** While set, logins are read only once it is resolved. */
let reading = Promise.resolve()
const authenticate = vi.fn(async () => {
  await reading
  return ok({ login, sessionId: null })
})
const handle = vi.fn(async () => ok('exported'))
const services = {
  authenticator: { authenticate, findLogin: async () => login },
  trail: noTrailHooks,
  budgets: { askFrom: () => 0, ask: () => 0, send: () => 0 },
  session: async () => null,
  standing: async () => null,
} as unknown as Parameters<typeof mountCalls>[3]

let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await createApp(pino({ level: 'silent' }))
  mountCalls(app, calls, { exportSessionLog: handle }, services)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const port = () => (app.server.address() as AddressInfo).port
const ask = async () => {
  const headers = { authorization: 'Bearer one' }
  return (await fetch(`http://127.0.0.1:${port()}/api/export`, { headers })).status
}

test('an export whose client goes away before it is admitted takes no place, and is not made', async () => {
  expect(await ask()).toBe(200)
  let goOn = () => {}
  reading = new Promise((resolve) => {
    goOn = resolve
  })
  const socket = connect(port(), '127.0.0.1')
  socket.write('GET /api/export HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer one\r\n\r\n')
  await vi.waitFor(() => expect(authenticate).toHaveBeenCalledTimes(2))
  socket.destroy()
  await once(socket, 'close')
  // The server learns of it in a turn of its own.
  await sleep(200)
  goOn()
  await vi.waitFor(async () => expect([await ask(), await ask()]).toEqual([200, 200]))
  expect(handle).toHaveBeenCalledTimes(3)
})
