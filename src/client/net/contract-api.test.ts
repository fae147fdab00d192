import { beforeEach, expect, test } from 'vitest'
import { createTokens } from '#client/auth/tokens.ts'
import { memoryStorage } from '#test/client/memory-storage.ts'
import { createApi } from './contract-api.ts'

const section = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'
const outcome = { Result: true, ResultMessage: '', seq: 7 }
const failure = {
  Result: false,
  ResultMessage: '请输入解密时限',
  message: '请输入解密时限',
  code: 'decryption-limit-missing',
  params: {},
  requestId: 'r1',
}

let requests: { path: string; init: RequestInit; headers: Record<string, string> }[]
let answer: () => Response
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

let stopped = false

function client() {
  const storage = memoryStorage()
  const tokens = createTokens({ storage: () => storage, now: () => 0, newId: () => 'renewal' })
  const renewed = { times: 0, to: null as string | null }
  let made = 0
  const api = createApi({
    async fetch(path, init) {
      requests.push({ path, init, headers: init.headers as Record<string, string> })
      return answer()
    },
    tokens,
    isStopped: () => stopped,
    refresher: {
      fresh: async () => {},
      async renewAfter() {
        renewed.times += 1
        if (renewed.to) tokens.begin({ token: renewed.to, refreshToken: 'next' })
        else tokens.clear()
        return renewed.to !== null
      },
    },
    language: () => 'en',
    newId: () => {
      made += 1
      return `key-${made}`
    },
  })
  return { api, tokens, renewed }
}

beforeEach(() => {
  requests = []
  answer = () => json(outcome)
})

test('a session call carries the section’s authorization and a new idempotency key', async () => {
  const { api, tokens } = client()
  tokens.begin({ token: 'user-token', refreshToken: 'first' })
  tokens.enterSession(section, 'section-token')
  await api('startJieMi', { body: { LimitJmTime: 30 } })
  await api('startJieMi', { body: { LimitJmTime: 30 } })
  expect(requests[0]).toMatchObject({
    path: '/api/KB_Local/startJieMi',
    init: { method: 'POST', body: '{"LimitJmTime":30}' },
    headers: { Authorization: 'Bearer section-token', 'Idempotency-Key': 'key-1', 'Accept-Language': 'en' },
  })
  expect(requests[1]?.headers['Idempotency-Key']).toBe('key-2')
})

test('a user call carries the login’s token, an open call none', async () => {
  const { api, tokens } = client()
  tokens.begin({ token: 'user-token', refreshToken: 'first' })
  answer = () => json({ serverTime: '2026-01-01T00:00:00.000Z', epoch: 5 })
  await api('getServerTimeNoauth')
  await api('getSelf')
  expect(requests.map(({ headers }) => headers.Authorization)).toEqual([undefined, 'Bearer user-token'])
})

test('each section has its own authorization', async () => {
  const { api, tokens } = client()
  tokens.enterSession(section, 'first')
  tokens.enterSession('9b2d2f0a-5a0e-4a44-9a43-1f4f1f5f7a02', 'second')
  await api('getKBFlowStatus', { session: section })
  await api('getKBFlowStatus')
  expect(requests.map(({ headers }) => headers.Authorization)).toEqual(['Bearer first', 'Bearer second'])
})

test('only query fields that were given are sent', async () => {
  const { api } = client()
  await api('getSessionLog', { query: { after: 12 } })
  expect(requests[0]?.path).toBe('/api/KB_Local/getSessionLog?after=12')
})

test('a refusal is returned as the server sent it', async () => {
  const { api } = client()
  answer = () => json(failure, 409)
  expect(await api('startJieMi', { body: { LimitJmTime: null } })).toEqual({ ok: false, error: failure })
})

test('an unreachable server is code offline, with its text', async () => {
  const { api } = client()
  answer = () => {
    throw new TypeError('failed to fetch')
  }
  const lost = await api('checkIntoTBCondition')
  expect(lost).toMatchObject({
    ok: false,
    error: { code: 'offline', message: expect.stringContaining('down') },
  })
  answer = () => new Response('<html>Bad gateway</html>', { status: 502 })
  expect(await api('checkIntoTBCondition')).toMatchObject({ ok: false, error: { code: 'offline' } })
})

test('a request whose time limit is over is code time-out, also while a refusal’s body is read', async () => {
  const { api } = client()
  const isLate = new DOMException('time is over', 'TimeoutError')
  answer = () => {
    throw isLate
  }
  expect(await api('checkIntoTBCondition')).toMatchObject({ ok: false, error: { code: 'time-out' } })
  for (const status of [200, 403, 409]) {
    answer = () => new Response(new ReadableStream({ pull: (body) => body.error(isLate) }), { status })
    expect(await api('checkIntoTBCondition')).toMatchObject({ ok: false, error: { code: 'time-out' } })
  }
})

test('an answer that does not fit the contract is code internal', async () => {
  const { api } = client()
  answer = () => json({ Result: 'yes' })
  const message = expect.stringContaining('HTTP 200')
  expect(await api('setOpenBidStatus')).toMatchObject({ ok: false, error: { code: 'internal', message } })
})

test('an error that is not the server’s own tells support its status', async () => {
  const { api } = client()
  answer = () => new Response('<html>Error</html>', { status: 500 })
  const message = expect.stringContaining('HTTP 500')
  expect(await api('setOpenBidStatus')).toMatchObject({ ok: false, error: { code: 'internal', message } })
})

test('empty text is a valid answer where the contract has text', async () => {
  const { api } = client()
  answer = () => new Response('')
  const body = { TBWJ_Guid: section, BS_Key: 'k', EntprsCode: 'B1' }
  expect(await api('jyptDecryptFile_BS', { body })).toEqual({ ok: true, value: '' })
})

test('a file is returned as a blob', async () => {
  const { api } = client()
  answer = () => new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } })
  const file = await api('GetReportPDF')
  expect(file.ok && (await file.value.text())).toBe('%PDF')
})

test('a login that cannot be renewed is cleared; a wrong password clears none', async () => {
  const { api, tokens } = client()
  let cleared = 0
  tokens.onCleared(() => {
    cleared += 1
  })
  tokens.begin({ token: 'user-token', refreshToken: 'first' })
  tokens.enterSession(section, 'section-token')
  answer = () => json({ ...failure, code: 'login-failed' }, 401)
  await api('getOauth1', { body: { UserCode: 'a' } })
  expect([cleared, tokens.user()]).toEqual([0, 'user-token'])
  answer = () => json({ ...failure, code: 'session-expired' }, 401)
  await api('getKBFlowStatus')
  expect([cleared, tokens.user(), tokens.session()]).toEqual([1, null, null])
})

test('a call whose token was refused is repeated once with the renewed token', async () => {
  const { api, tokens, renewed } = client()
  tokens.begin({ token: 'old', refreshToken: 'first' })
  renewed.to = 'new'
  answer = () => json({ ...failure, code: 'session-expired' }, 401)
  expect(await api('getSelf')).toMatchObject({ ok: false, error: { code: 'session-expired' } })
  expect(requests.map(({ headers }) => headers.Authorization)).toEqual(['Bearer old', 'Bearer new'])
  expect(renewed.times).toBe(1)
})

test('[ALM-6] after an alarm no act of the section is sent, and reads still are', async () => {
  const { api } = client()
  stopped = true
  const sent = requests.length
  const refused = await api('startJieMi', { body: { limitMinutes: 30 } } as never)
  expect(refused).toMatchObject({ ok: false, error: { code: 'log-contradicted' } })
  expect(requests).toHaveLength(sent)
  await api('getSessionLog', { query: { after: 0 } } as never)
  expect(requests).toHaveLength(sent + 1)
  stopped = false
})
