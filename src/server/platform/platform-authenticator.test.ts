import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ok } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import { callTokenType, hallName, platformName } from '#protocol/signed-call.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { createApp } from '../transport/app.ts'
import { mountCalls } from '../transport/rest.ts'
import { newKeyPair, readPublicKeys, signingKey } from './keys.ts'
import { createPlatformAuthenticator } from './platform-authenticator.ts'
import { bodyHash, signToken } from './token.ts'

const path = '/api/platform/told'
const calls = {
  told: {
    method: 'POST',
    path,
    auth: 'platform',
    summary: '',
    body: z.strictObject({ text: z.string() }),
    response: z.string(),
  },
} as const satisfies Record<string, Call>

const keys = newKeyPair()
const now = Date.UTC(2026, 0, 1)
const used = new Set<string>()
const told: string[] = []
/** Whether the trail is told that the platform itself was refused. */
const refused: [code: string, byPlatform: boolean][] = []

let port: number
let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await createApp(pino({ level: 'silent' }))
  const tokens = { use: async ({ jti }: { jti: string }) => !used.has(jti) && used.add(jti) !== undefined }
  const handlers = { told: async ({ body }: { body: { text: string } }) => ok(String(told.push(body.text))) }
  mountCalls(app, calls, handlers, {
    platform: createPlatformAuthenticator({
      ...{ keys: readPublicKeys(keys.publicPem), used: tokens as never, clock: () => now, hallName },
    }),
    trail: {
      ...noTrailHooks,
      refused: async (_: unknown, admitted: unknown, code: string) =>
        void refused.push([code, admitted !== undefined]),
    },
    budgets: { askFrom: () => 0 },
  } as unknown as Parameters<typeof mountCalls>[3])
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

function tokenFor(body: string, id = crypto.randomUUID()): Promise<string> {
  const seconds = now / 1000
  const claims = { iat: seconds, exp: seconds + 60, jti: id, method: 'POST', path, body: bodyHash(body) }
  const parties = { from: platformName, to: hallName }
  return signToken(signingKey(keys.privatePem), callTokenType, parties, claims)
}

async function ask(token: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  const { code, params } = Object(await answer.json())
  return answer.ok ? 'done' : `${code} ${params.reason ?? ''}`
}

test('[PLF-8] what the platform did not sign is refused by its head: nothing of its body is read', async () => {
  const socket = connect(port, '127.0.0.1')
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  const head = ['Host: hall', 'Authorization: Bearer a.b.c', 'Content-Type: application/json']
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\nContent-Length: 900000\r\n\r\n`)
  expect((await answer).split('\r\n')[0]).toContain('401')
  socket.destroy()
  // Nor is it looked at.
  expect(await ask('a.b.c', '{no JSON')).toBe('call-not-signed signature')
})

test('[PLF-8] a signed call is done once, with the signed body only', async () => {
  const body = JSON.stringify({ text: '一'.repeat(100_000) })
  const token = await tokenFor(body)
  expect(await ask(token, '{"text":"another"}')).toBe('call-not-signed body')
  expect(told).toEqual([])
  expect(await ask(token, body)).toBe('done')
  expect(await ask(token, body)).toBe('call-not-signed replayed')
  expect(told.map((text) => text.length)).toEqual([100_000])
  // Whoever sends a copied token is not the platform.
  expect(refused.filter(([, byPlatform]) => byPlatform)).toEqual([])
})
