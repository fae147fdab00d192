import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCertificate, onCertificateForgotten } from '#client/certificates/chosen-certificate.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import { loginStore } from './login-store.ts'
import { tokens } from './tokens.ts'

const draftKey = 'kaibiao.draft.objection.s1'
const forgotten = vi.fn()
onCertificateForgotten(forgotten)

function answerFor(userCode: string): LoginAnswer {
  const payload = btoa(JSON.stringify({ login: userCode, iat: 1000, exp: 1600 }))
  const who = { userType: 2, role: 'bidder', userCode, userName: userCode, ShowName: userCode } as const
  const times = { accessExpiresAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-01T00:00:00.000Z' }
  return { ...who, ...times, token: `x.${payload}.x`, refreshToken: 'refresh' }
}

beforeEach(() => {
  sessionStorage.clear()
  loginStore.setState({ who: null, ready: true, lastEnd: null })
  forgetCertificate()
  forgotten.mockClear()
})

afterEach(() => sessionStorage.clear())

test('a login as another user clears the drafts and the certificate of the one before', () => {
  loginStore.getState().begin(answerFor('first'))
  tokens.enterSession('s1', 'section of the first')
  sessionStorage.setItem(draftKey, '{"content":"异议"}')
  loginStore.getState().begin(answerFor('second'))
  expect(sessionStorage.getItem(draftKey)).toBeNull()
  expect(tokens.session('s1')).toBeNull()
  expect(forgotten).toHaveBeenCalledOnce()
  expect(tokens.login()).toBe('second')
  expect(loginStore.getState().who?.userCode).toBe('second')
})

test('a login as the same user keeps the drafts', () => {
  loginStore.getState().begin(answerFor('first'))
  sessionStorage.setItem(draftKey, '{"content":"异议"}')
  loginStore.getState().begin(answerFor('first'))
  expect(sessionStorage.getItem(draftKey)).toBe('{"content":"异议"}')
  expect(forgotten).not.toHaveBeenCalled()
})

test('a login clears the drafts while it is not known who was logged in before', () => {
  tokens.begin(answerFor('first'))
  sessionStorage.setItem(draftKey, '{"content":"异议"}')
  loginStore.getState().begin(answerFor('second'))
  expect(sessionStorage.getItem(draftKey)).toBeNull()
  expect(forgotten).toHaveBeenCalledOnce()
})

test('the end of a login forgets the certificate', () => {
  loginStore.getState().begin(answerFor('first'))
  tokens.clear()
  expect(forgotten).toHaveBeenCalledOnce()
})

test('a late answer about the login before does not replace the user who logged in since', async () => {
  tokens.begin(answerFor('first'))
  let answer: (response: Response) => void = () => {}
  const fetch = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const resumed = loginStore.getState().resume()
  // The first call loads the table of calls.
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), { timeout: 20_000 })
  loginStore.getState().begin(answerFor('second'))
  const { userType, role, userCode, userName, ShowName } = answerFor('first')
  answer(Response.json({ userType, role, userCode, userName, ShowName }))
  await resumed
  expect(loginStore.getState().who?.userCode).toBe('second')
  fetch.mockRestore()
})

test('a login of which an absent server says nothing is kept, and goes on once the server is back', async () => {
  loginStore.setState({ who: null, ready: false })
  tokens.begin(answerFor('first'))
  const { userType, role, userCode, userName, ShowName } = answerFor('first')
  let away = true
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      away
        ? new Response('<h1>maintenance</h1>', { status: 503 })
        : Response.json({ userType, role, userCode, userName, ShowName }),
    )
  await loginStore.getState().resume()
  expect(loginStore.getState()).toMatchObject({ who: null, ready: false, away: { code: 'offline' } })
  away = false
  await loginStore.getState().resume()
  expect(loginStore.getState()).toMatchObject({ who: { userCode: 'first' }, ready: true, away: null })
  fetch.mockRestore()
})
