import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { opener } from '#test/domain/sample-actors.ts'
import type { Login } from '../auth/login-rows.ts'
import { createTokens } from '../auth/tokens.ts'
import { createAuthenticator } from './authenticator.ts'

let now = Date.now()

function startAuthenticator() {
  const clock = () => now
  const tokens = createTokens(randomBytes(32), clock)
  const logins = new Map<string, Login>()
  let reads = 0
  const read = (token: string) => {
    reads += 1
    return tokens.read(token)
  }
  const authenticator = createAuthenticator(
    { read },
    {
      find: async (id) => logins.get(id) ?? null,
      findNow: async (id) => logins.get(id) ?? null,
      activeAmong: async () => new Set(),
    },
    clock,
  )
  return {
    ...authenticator,
    logins,
    reads: () => reads,
    async tokenOfLogin() {
      const loginId = randomUUID()
      const expiresAt = new Date(now + 60_000)
      logins.set(loginId, { loginId, expiresAt, actor: opener })
      return tokens.issue({ login: loginId, session: null, userType: 1, bidFileId: null }, expiresAt)
    },
  }
}

test('a valid token’s signature is verified once, its login every time', async () => {
  const { authenticate, logins, reads, tokenOfLogin } = startAuthenticator()
  const token = await tokenOfLogin()
  for (let i = 0; i < 3; i++) expect((await authenticate(token)).ok).toBe(true)
  expect(reads()).toBe(1)
  logins.clear()
  expect(await authenticate(token)).toMatchObject({ ok: false, error: { code: 'session-expired' } })
})

test('an invalid token is refused every time', async () => {
  const { authenticate, tokenOfLogin } = startAuthenticator()
  const foreign = await startAuthenticator().tokenOfLogin()
  const own = await tokenOfLogin()
  for (const token of [foreign, `${own}x`, foreign]) {
    expect(await authenticate(token)).toMatchObject({ ok: false, error: { code: 'session-expired' } })
  }
  expect(await authenticate('')).toMatchObject({ ok: false, error: { code: 'unauthenticated' } })
})

test('a token that was accepted before is refused once it has expired, although its login is active', async () => {
  const { authenticate, logins, tokenOfLogin } = startAuthenticator()
  const token = await tokenOfLogin()
  expect((await authenticate(token)).ok).toBe(true)
  now += 61_000
  expect(logins.size).toBe(1)
  expect(await authenticate(token)).toMatchObject({ ok: false, error: { code: 'session-expired' } })
})
