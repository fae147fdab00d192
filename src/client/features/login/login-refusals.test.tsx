import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferencesStore } from '#client/store/preferences.ts'
import { VariantProvider } from '#client/store/variant.tsx'
import { login } from '#client/texts/zh-CN/login.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { ServerCode } from '#protocol/messages/codes.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { standard } from '#variants/standard.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { type LoginAttempt, useLoginMethods } from './use-login-methods.ts'

/* The messages of refused logins, from the server, a proxy or the network. */

configure({ asyncUtilTimeout: 10_000 })

/** Answers the login's calls; `signal` is aborted when their time is over. */
let serve: (path: string, signal: AbortSignal, body?: unknown) => Response | Promise<Response>
let timeOver: AbortController

beforeEach(() => {
  timeOver = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeOver.signal)
  const region = { name: standard.name, demo: false, testAccounts: false, variant: standard }
  vi.stubGlobal('fetch', async (path: string, { signal, body }: RequestInit) =>
    path.includes('getVariant') ? Response.json(region) : serve(path, signal as AbortSignal, body),
  )
  preferencesStore.getState().setLanguage('zh-CN')
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const inPage = (element: React.ReactElement) =>
  render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <VariantProvider>
          <MemoryRouter>{element}</MemoryRouter>
        </VariantProvider>
      </ChakraProvider>
    </I18nextProvider>,
  )

/** The message below the login methods. */
const alert = () => screen.getAllByRole('alert')[0]?.textContent ?? ''

const panel = { role: 'opener', modes: ['account'] } as const

async function logIn(): Promise<void> {
  inPage(<LoginPanel {...panel} testAccounts />)
  fireEvent.change(await screen.findByLabelText(login.testCode), { target: { value: 'u1' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: login.testSubmit })))
}

function refusal(status: number, code: ServerCode, params: Record<string, unknown> = {}): Response {
  const message = messageFor('zh-CN', { code, params })
  return Response.json(
    { Result: false, ResultMessage: message, message, code, params, requestId: 'r' },
    { status },
  )
}

/** A proxy's page instead of the server's answer. */
const page = (status: number) => new Response('<html>no</html>', { status })

const refusals: readonly (readonly [string, () => Response, string])[] = [
  ['a wrong password', () => refusal(401, 'login-failed'), '登录失败！账号或密码错误'],
  [
    'another tab’s account',
    () => refusal(403, 'wrong-user-type'),
    messageFor('zh-CN', { code: 'wrong-user-type' }),
  ],
  ['a login method that is closed', () => refusal(403, 'login-way-closed'), '该账号不能以此方式登录！'],
  [
    'too many attempts',
    () => refusal(429, 'login-throttled', { seconds: 40 }),
    '尝试次数过多，请40秒后再试！',
  ],
  ['too many requests', () => refusal(429, 'too-many-requests'), '操作过于频繁，请稍后再试！'],
  ['an unavailable database', () => refusal(503, 'unavailable'), '系统暂时不可用，请稍后重试！'],
  [
    'a proxy that refuses the request',
    () => page(403),
    '请求在途中被防火墙或代理拒绝（HTTP 403），请联系网络管理员！',
  ],
  [
    'a proxy that requires its own login',
    () => page(401),
    '请求在途中被防火墙或代理拒绝（HTTP 401），请联系网络管理员！',
  ],
  ['a proxy’s rate limit', () => page(429), '操作过于频繁，请稍后再试！'],
  ['a proxy whose server is unavailable', () => page(502), '网络连接中断，请稍后重试！'],
]

test.each(refusals)('%s is reported with its message', async (_, answer, message) => {
  serve = answer
  await logIn()
  await waitFor(() => expect(alert()).toBe(message))
})

test('a missing network is reported', async () => {
  serve = () => Promise.reject(new TypeError('failed to fetch'))
  await logIn()
  await waitFor(() => expect(alert()).toBe('网络连接中断，请稍后重试！'))
})

/** Never answers; fails when aborted. */
const silence: typeof serve = (_, signal) =>
  new Promise((_, fail) => {
    if (signal.aborted) fail(signal.reason)
    signal.addEventListener('abort', () => fail(signal.reason))
  })

test('after 30 s without an answer a timeout is reported', async () => {
  serve = silence
  await logIn()
  expect(alert()).toBe('')
  expect(AbortSignal.timeout).toHaveBeenCalledWith(30_000)
  await act(async () => timeOver.abort(new DOMException('time is over', 'TimeoutError')))
  await waitFor(() => expect(alert()).toBe('服务器响应超时，请稍后重试！'))
  expect((screen.getByLabelText(login.testCode) as HTMLInputElement).value).toBe('u1')
})

interface Seen {
  methods?: ReturnType<typeof useLoginMethods>
}

function Methods({ seen, role }: { readonly seen: Seen; readonly role: PersonRole }) {
  seen.methods = useLoginMethods(role)
  return null
}

async function loginMethods(role: PersonRole = 'opener'): Promise<ReturnType<typeof useLoginMethods>> {
  const seen: Seen = {}
  inPage(<Methods seen={seen} role={role} />)
  return waitFor(() => {
    if (!seen.methods) throw new Error('not there yet')
    return seen.methods
  })
}

/** Tries every login method. */
function tryAll({
  account,
  certificate,
  licence,
  qr,
  test: asTest,
}: ReturnType<typeof useLoginMethods>): LoginAttempt[] {
  return [
    account({ account: 'u1', password: 'p', captchaToken: 'c' }),
    certificate(helper),
    licence(helper),
    qr({ QRID: 'q', QRSecret: 's' } as Parameters<typeof qr>[0]),
    asTest('u1'),
  ]
}

const helper: CertificateHelper = {
  certificatePem: '',
  sign: async () => 'signature',
  unwrap: async () => '',
}

const challenge = { Token: 'kaibiao-login/1.a', expiresAt: '2026-01-01T00:00:00.000Z' }

/** Answers the first call of a login: a public key for the password, a challenge for the certificate. */
async function firstCalls(): Promise<(path: string) => Response | null> {
  const algorithm = { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
  const pair = await crypto.subtle.generateKey({ ...algorithm, hash: 'SHA-256' }, true, [
    'encrypt',
    'decrypt',
  ])
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))
  const key = btoa(String.fromCharCode(...spki))
  return (path) => {
    if (path.endsWith('/getPublicKey')) return Response.json({ algorithm: 'RSA-OAEP-256', key })
    if (path.includes('CAGetCaToken')) return Response.json(challenge)
    return null
  }
}

test('each login method sends the region’s number for the kind of user and the method', async () => {
  const begin = await firstCalls()
  const said: unknown[] = []
  serve = (path, _, body) => {
    const first = begin(path)
    if (!first) said.push(JSON.parse(String(body)).EnumUserType)
    return first ?? refusal(401, 'login-failed')
  }
  const { accountLogin, certificateLogin, licenceLogin, codes } = standard.userTypes
  for (const role of Object.keys(codes) as PersonRole[]) {
    const methods = await loginMethods(role)
    await methods.account({ account: 'u1', password: 'p', captchaToken: 'c' })
    await methods.certificate(helper)
    await methods.licence(helper)
    expect(said.splice(0), role).toEqual([
      accountLogin[role],
      certificateLogin[role],
      licenceLogin[role] ?? 0,
    ])
  }
})

const timeIsOver = () => timeOver.abort(new DOMException('time is over', 'TimeoutError'))

test('every login method times out', async () => {
  serve = silence
  const answers = tryAll(await loginMethods())
  timeIsOver()
  for (const answer of answers) expect(await answer).toMatchObject({ error: { code: 'time-out' } })
})

test('every login method times out on its second call', async () => {
  const begin = await firstCalls()
  const second: string[] = []
  serve = (path, signal) => {
    const first = begin(path)
    if (!first) second.push(path)
    return first ?? silence(path, signal)
  }
  const answers = tryAll(await loginMethods())
  await waitFor(() => expect(second).toHaveLength(5))
  expect(second.filter((path) => path.includes('getOauth1'))).toHaveLength(2)
  expect(second.filter((path) => path.includes('licenseLogin'))).toHaveLength(1)
  timeIsOver()
  for (const answer of answers) expect(await answer).toMatchObject({ error: { code: 'time-out' } })
})

test('the calls of one login share 30 s, without the time in which the user signs', async () => {
  const begin = await firstCalls()
  const methods = await loginMethods()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const given = () => vi.mocked(AbortSignal.timeout).mock.calls.map(([milliseconds]) => milliseconds)
  serve = (path) => {
    now += 12_000
    return begin(path) ?? refusal(401, 'login-failed')
  }
  await methods.account({ account: 'u1', password: 'p', captchaToken: 'c' })
  expect(given()).toEqual([30_000, 18_000])
  const sign = async () => {
    now += 40_000
    return 'signature'
  }
  await methods.certificate({ ...helper, sign })
  expect(given().slice(2)).toEqual([30_000, 18_000])
})
