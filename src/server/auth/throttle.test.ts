import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { initial } from '#domain/session/state.ts'
import { ok } from '#lib/result.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { refuse } from '../refusal.ts'
import { createApp } from '../transport/app.ts'
import { mountCalls } from '../transport/rest.ts'
import { callLimits } from './throttle.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** How many of so many requests pass the call's limit, on a server whose handlers do nothing. */
async function asked(name: CallName, times: number) {
  const app = await createApp(pino({ level: 'silent' }))
  closing.push(() => app.close())
  // A token is "account-login"; anything else is nobody's.
  const authenticator = {
    async authenticate(token: string) {
      const [id, login] = token.split('-')
      if (!login) return refuse('session-expired')
      return ok({ login: { loginId: login, actor: { ...opener, id } }, sessionId: 'one' })
    },
    findLogin: async (loginId: string) => ({ loginId, actor: opener }),
  }
  mountCalls(
    app,
    { [name]: calls[name] },
    { [name]: async () => ok({}) },
    {
      authenticator: authenticator as never,
      platform: null as never,
      limits: callLimits,
      trail: noTrailHooks,
      session: async () => ({ unredactedState: initial() }) as never,
      standing: async () => null,
    },
  )
  const { method, path: url } = calls[name]
  const ask = async (token: string, body: object) => {
    const headers = { authorization: token }
    const post = method === 'POST' ? { payload: body } : {}
    return (await app.inject({ method, url, headers, ...post })).statusCode
  }
  return async (token: string, body: object = {}) => {
    const answers: number[] = []
    for (let i = 0; i < times; i++) answers.push(await ask(token, body))
    return answers.filter((status) => status !== 429).length
  }
}

const command = { id: crypto.randomUUID(), type: 'PostMessage', payload: {} }

test('[LIM-1] commands by REST are limited like commands by socket, per account', async () => {
  const passed = await asked('submitCommand', 400)
  expect(await passed('Bearer one-a', command)).toBe(360)
  expect(await passed('Bearer another-a', command)).toBe(360)
})

test('[LIM-1] neither the spelling of the authorization nor another login raises a limit', async () => {
  const passed = await asked('submitCommand', 200)
  const spellings = ['Bearer one-a', 'Bearer  one-a', 'bearer one-a', 'Bearer one-b']
  let sum = 0
  for (const spelling of spellings) sum += await passed(spelling, command)
  expect(sum).toBe(360)
})

test('[LIM-1] whoever has no login is refused for that, not for others at the same address', async () => {
  const passed = await asked('submitCommand', 400)
  expect(await passed('Bearer expired', command)).toBe(400)
})

test('[LIM-1] snapshots are limited to sixty a minute per account', async () => {
  const passed = await asked('getSessionSnapshot', 70)
  expect(await passed('Bearer one-a')).toBe(60)
  expect(await passed('Bearer another-a')).toBe(60)
})

test.each([
  ['CreateReport_BaseTotalPrice', 60],
  ['GetGongChengLieBiao_LocalImport', 60],
  ['getJYPTGongChengLieBiao', 600],
  ['getBidProjKBEnd', 600],
] as const)('[LIM-1] %s is limited to %i a minute per account', async (name, max) => {
  const passed = await asked(name, max + 10)
  expect(await passed('Bearer one-a')).toBe(max)
  expect(await passed('Bearer another-a')).toBe(max)
})

test.each(['submitBidFile', 'UploadZhaoBiaoWenJian', 'CreateCNS'] as const)(
  'uploads and generated files are limited to sixty a minute per authorization: %s',
  async (name) => {
    const passed = await asked(name, 70)
    expect(await passed('Bearer one-a')).toBe(60)
    expect(await passed('Bearer another-a')).toBe(60)
  },
)

test('pictures are limited to three hundred a minute per address', async () => {
  const passed = await asked('getCaptcha', 310)
  expect(await passed('')).toBe(300)
})
