import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { accessCalls } from '#protocol/calls/access.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { createApp } from './app.ts'
import { createCallBudgets } from './call-budgets.ts'
import { mountCalls } from './rest.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server whose one schema counts what it is shown. */
async function openApp() {
  const lines: string[] = []
  const app = await createApp(pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }))
  closing.push(() => app.close())
  const seen = { count: 0 }
  const counting = z.custom(() => ++seen.count > 0)
  app.post('/call', { schema: { body: counting, querystring: counting } }, async () => 'read')
  return { app, lines, seen }
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`)
const keys = (count: number) => `{${names(count).map((name) => `"${name}":0`)}}`

test('[LIM-6] what would cost a schema much is refused before one sees it, without a line in the log', async () => {
  const { app, lines, seen } = await openApp()
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const bodies = [
    [json, JSON.stringify({ refreshToken: 'x', authorizations: Array.from({ length: 500_000 }, () => 0) })],
    [json, keys(90_000)],
    [json, `{"payload":${keys(20_000)}}`],
    [json, `{"UserCode":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    [form, names(20_000).join('&')],
  ] as const
  for (const [headers, payload] of bodies) {
    const answer = await app.inject({ method: 'POST', url: '/call', headers, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad-request'])
  }
  const query = names(501).join('&')
  const asked = await app.inject({ method: 'POST', url: `/call?${query}`, payload: {} })
  expect(asked.statusCode).toBe(400)
  expect([seen.count, lines]).toEqual([0, []])
  const fine = await app.inject({ method: 'POST', url: '/call', headers: json, payload: keys(500) })
  expect([fine.statusCode, seen.count]).toEqual([200, 2])
})

test('[LIM-6] a body before login has at most 128 kB', async () => {
  const { app } = await openApp()
  const { refresh } = accessCalls
  mountCalls(
    app,
    { refresh },
    { refresh: async () => ok({}) },
    {
      authenticator: null as never,
      platform: null as never,
      budgets: createCallBudgets(() => 0),
      failures: { report() {} },
      trail: noTrailHooks,
      session: async () => null,
      standing: async () => null,
    },
  )
  const ask = (authorizations: string[]) =>
    app.inject({ method: 'POST', url: refresh.path, payload: { refreshToken: 'x', authorizations } })
  // The longest request in due form.
  expect((await ask(Array.from({ length: 50 }, () => 'x'.repeat(2000)))).statusCode).toBe(200)
  const refused = await ask(['x'.repeat(140_000)])
  expect([refused.statusCode, refused.json()]).toMatchObject([
    413,
    { code: 'too-large', params: { megabytes: 0.125 } },
  ])
})
