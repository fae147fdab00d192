import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preferencesStore } from '#client/store/preferences.ts'
import { createTexts } from '#client/texts/index.ts'
import { login } from '#client/texts/zh-CN/login.ts'
import { theme } from '#client/ui/theme.ts'
import { VariantProvider } from '#client/variant.tsx'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { ServerCode } from '#protocol/messages/codes.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { standard } from '#variants/standard.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { type Answered, useWays } from './ways.ts'

/* What somebody who is not let in reads: why, whoever it was that turned them away. */

configure({ asyncUtilTimeout: 10_000 })

/** What the calls for logging in come to; each is given up when its time is over. */
let serve: (path: string, signal: AbortSignal) => Response | Promise<Response>
let timeOver: AbortController

beforeEach(() => {
  timeOver = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeOver.signal)
  const region = { name: standard.name, demo: false, testAccounts: false, variant: standard }
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) =>
    path.includes('getVariant') ? Response.json(region) : serve(path, signal as AbortSignal),
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
    <I18nextProvider i18n={createTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <VariantProvider>
          <MemoryRouter>{element}</MemoryRouter>
        </VariantProvider>
      </ChakraProvider>
    </I18nextProvider>,
  )

/** What stands below the ways in. */
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
  ['a way that is closed', () => refusal(403, 'login-way-closed'), '该账号不能以此方式登录！'],
  [
    'too many attempts',
    () => refusal(429, 'login-throttled', { seconds: 40 }),
    '尝试次数过多，请40秒后再试！',
  ],
  ['too many requests', () => refusal(429, 'too-many-requests'), '操作过于频繁，请稍后再试！'],
  ['a database that is away', () => refusal(503, 'unavailable'), '系统暂时不可用，请稍后重试！'],
  [
    'a proxy that lets nobody through',
    () => page(403),
    '请求在途中被防火墙或代理拒绝（HTTP 403），请联系网络管理员！',
  ],
  [
    'a proxy that wants its own login',
    () => page(401),
    '请求在途中被防火墙或代理拒绝（HTTP 401），请联系网络管理员！',
  ],
  ['a proxy that is asked too often', () => page(429), '操作过于频繁，请稍后再试！'],
  ['a server away behind its proxy', () => page(502), '网络连接中断，请稍后重试！'],
]

test.each(refusals)('%s is said to be that', async (_, answer, message) => {
  serve = answer
  await logIn()
  await waitFor(() => expect(alert()).toBe(message))
})

test('no network is said to be that', async () => {
  serve = () => Promise.reject(new TypeError('failed to fetch'))
  await logIn()
  await waitFor(() => expect(alert()).toBe('网络连接中断，请稍后重试！'))
})

/** Answers nothing until it is given up. */
const silence: typeof serve = (_, signal) =>
  new Promise((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason))
  })

test('a server that does not answer is waited for half a minute, and then said not to have answered', async () => {
  serve = silence
  await logIn()
  expect(alert()).toBe('')
  expect(AbortSignal.timeout).toHaveBeenCalledWith(30_000)
  await act(async () => timeOver.abort(new DOMException('time is over', 'TimeoutError')))
  await waitFor(() => expect(alert()).toBe('服务器响应超时，请稍后重试！'))
  expect((screen.getByLabelText(login.testCode) as HTMLInputElement).value).toBe('u1')
})

function Ways({ seen }: { readonly seen: { ways?: ReturnType<typeof useWays> } }) {
  seen.ways = useWays('opener')
  return null
}

test('no way to log in waits for ever', async () => {
  serve = silence
  const seen: { ways?: ReturnType<typeof useWays> } = {}
  inPage(<Ways seen={seen} />)
  const ways = await waitFor(() => {
    if (!seen.ways) throw new Error('not there yet')
    return seen.ways
  })
  const { account, certificate, licence, qr, test: asTest } = ways
  const helper = {} as CertificateHelper
  const answers: Answered[] = [
    account({ account: 'u1', password: 'p', captchaToken: 'c' }),
    certificate(helper),
    licence(helper),
    qr({ QRID: 'q', QRSecret: 's' } as Parameters<typeof qr>[0]),
    asTest('u1'),
  ]
  timeOver.abort(new DOMException('time is over', 'TimeoutError'))
  for (const answer of answers) expect(await answer).toMatchObject({ error: { code: 'time-out' } })
})
