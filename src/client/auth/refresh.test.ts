import { beforeEach, expect, test, vi } from 'vitest'
import type { Failure } from '#protocol/outcome.ts'
import { memoryStorage } from '#test/client/memory-storage.ts'
import { createRefresher } from './refresh.ts'
import { createTabs } from './tabs.ts'
import { createTokens, type Tokens } from './tokens.ts'

const section = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'
const minutes = 60_000
let now = 0

/** A token of ten minutes. */
function tokenOf(name: string): string {
  const payload = btoa(JSON.stringify({ name, iat: 1000, exp: 1600 }))
  return `x.${payload}.${name}`
}

let requests: { body: { refreshToken: string; authorizations: string[] }; key: string }[]
let answer: () => Promise<Response>

function answerWith(name: string): Response {
  const account = { userType: 1, role: 'opener', userName: 'u', userCode: 'c', ShowName: 's' }
  const times = { accessExpiresAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-01T00:00:00.000Z' }
  const authorizations = [{ bidProjGuid: section, oauth2: `section ${name}` }]
  const login = { ...account, ...times, token: tokenOf(name), refreshToken: `refresh ${name}` }
  return new Response(JSON.stringify({ ...login, authorizations }))
}

/** The server's answer for a token that it does not renew. */
const notTaken: Failure = {
  Result: false,
  ResultMessage: 'm',
  message: 'm',
  code: 'session-expired',
  params: {},
  requestId: 'r',
}

/** The only tab of its browser. */
function alone(tokens: Tokens) {
  return createTabs({ tokens, channel: null, locks: undefined, newId: () => '', lookedAt: () => 0 })
}

function tab() {
  const storage = memoryStorage()
  let made = 0
  const newId = () => `key-${++made}`
  const tokens = createTokens({ storage: () => storage, now: () => now, newId })
  const fetch = async (_path: string, init: RequestInit) => {
    const key = (init.headers as Record<string, string>)['Idempotency-Key'] ?? ''
    requests.push({ body: JSON.parse(String(init.body)), key })
    return answer()
  }
  const refresher = createRefresher({ fetch, tokens, tabs: alone(tokens), now: () => now })
  tokens.begin({ token: tokenOf('one'), refreshToken: 'refresh one' })
  return { storage, tokens, refresher }
}

beforeEach(() => {
  now = 0
  requests = []
  answer = async () => answerWith('two')
})

test('tokens are renewed before they expire, even if the local clock is wrong', async () => {
  const { tokens, refresher } = tab()
  tokens.enterSession(section, 'section one')
  now = 7 * minutes
  await refresher.fresh()
  expect(requests).toEqual([])
  now = 8 * minutes
  await refresher.fresh()
  expect(requests[0]?.body).toEqual({ refreshToken: 'refresh one', authorizations: ['section one'] })
  expect([tokens.user(), tokens.session(section)]).toEqual([tokenOf('two'), 'section two'])
  await refresher.fresh()
  expect(requests).toHaveLength(1)
})

test('concurrent calls share one refresh', async () => {
  const { tokens, refresher } = tab()
  now = 9 * minutes
  const refused = tokens.user()
  const renewals = await Promise.all([
    refresher.fresh(),
    refresher.renewAfter(refused),
    refresher.renewAfter(refused),
  ])
  expect(renewals.slice(1)).toEqual([true, true])
  expect(requests).toHaveLength(1)
  expect(await refresher.renewAfter(refused)).toBe(true)
  expect(requests).toHaveLength(1)
})

test('a refresh whose answer was lost is repeated under the same key, also after a reload', async () => {
  const { storage, tokens, refresher } = tab()
  now = 9 * minutes
  answer = async () => {
    throw new TypeError('lost')
  }
  await refresher.fresh()
  expect(tokens.user()).toBe(tokenOf('one'))
  const reloaded = createTokens({ storage: () => storage, now: () => now, newId: () => 'another' })
  answer = async () => answerWith('two')
  const fetch = async (_path: string, init: RequestInit) => {
    requests.push({
      body: JSON.parse(String(init.body)),
      key: new Headers(init.headers).get('Idempotency-Key') ?? '',
    })
    return answer()
  }
  await createRefresher({ fetch, tokens: reloaded, tabs: alone(reloaded), now: () => now }).fresh()
  expect(requests.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
})

test('a refused refresh ends the login; an unreachable or failing server does not', async () => {
  const { storage, tokens, refresher } = tab()
  for (const status of [503, 429, 500]) {
    answer = async () => new Response('{}', { status })
    expect(await refresher.renewAfter(tokens.user())).toBe(false)
    expect(tokens.user()).toBe(tokenOf('one'))
  }
  answer = async () => Response.json(notTaken, { status: 401 })
  expect(await refresher.renewAfter(tokens.user())).toBe(false)
  expect(Object.keys(storage)).toEqual(['apart-of-kaibiao'])
})

test('a 401 of a proxy does not end the login', async () => {
  const { tokens, refresher } = tab()
  for (const page of ['<html>log in</html>', '{}', '']) {
    answer = async () => new Response(page, { status: 401 })
    expect(await refresher.renewAfter(tokens.user())).toBe(false)
    expect(tokens.user()).toBe(tokenOf('one'))
  }
  answer = async () => answerWith('two')
  expect(await refresher.renewAfter(tokens.user())).toBe(true)
})

test('an answer that arrives after logging out stores nothing', async () => {
  const { storage, tokens, refresher } = tab()
  let arrive = (_: Response) => {}
  answer = () => new Promise((resolve) => (arrive = resolve))
  const asked = refresher.renewAfter(tokens.user())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  tokens.clear()
  arrive(answerWith('two'))
  expect(await asked).toBe(false)
  expect(Object.keys(storage)).toEqual(['apart-of-kaibiao'])
})

test('a refresh has a time limit', async () => {
  const { tokens } = tab()
  let signal: AbortSignal | null | undefined
  const fetch = async (_path: string, init: RequestInit) => {
    signal = init.signal
    return answerWith('two')
  }
  await createRefresher({ fetch, tokens, tabs: alone(tokens), now: () => now }).renewAfter(tokens.user())
  expect(signal).toBeInstanceOf(AbortSignal)
})

test('while another tab delays the renewal, calls go on with a token that is still valid', async () => {
  vi.useFakeTimers()
  try {
    const { tokens } = tab()
    let letGo = () => {}
    const turn = new Promise<void>((resolve) => (letGo = resolve))
    const held = { ...alone(tokens), inTurn: <T>(work: () => Promise<T>) => turn.then(work) }
    const fetch = async () => answer()
    const refresher = createRefresher({ fetch, tokens, tabs: held, now: () => now })
    now = 9 * minutes
    const goneOn = vi.fn()
    const call = refresher.fresh().then(goneOn)
    await vi.advanceTimersByTimeAsync(2000)
    expect(goneOn).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    await call
    expect(tokens.user()).toBe(tokenOf('one'))

    now = 11 * minutes
    const later = vi.fn()
    const expired = refresher.fresh().then(later)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(later).not.toHaveBeenCalled()
    letGo()
    await expired
    expect(tokens.user()).toBe(tokenOf('two'))
  } finally {
    vi.useRealTimers()
  }
})
