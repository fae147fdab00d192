import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { type CallName, calls } from '#protocol/calls.ts'
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
  const nobody = {
    authenticate: async () => ok({ login: null, sessionId: null }),
    activeAmong: async () => new Set(),
  }
  mountCalls(
    app,
    { [name]: calls[name] },
    { [name]: async () => ok({}) },
    {
      authenticator: nobody as never,
      platform: nobody as never,
      limits: callLimits,
      session: async () => null,
      standing: async () => null,
    },
  )
  const { method, path: url } = calls[name]
  const ask = async (token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` }
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

test('[LIM-1] commands by REST are limited like commands by socket, per authorization', async () => {
  const passed = await asked('submitCommand', 400)
  expect(await passed('one', command)).toBe(360)
  expect(await passed('another', command)).toBe(360)
})

test('[LIM-1] snapshots are limited to sixty a minute per authorization', async () => {
  const passed = await asked('getSessionSnapshot', 70)
  expect(await passed('one')).toBe(60)
  expect(await passed('another')).toBe(60)
})

test.each(['submitBidFile', 'UploadZhaoBiaoWenJian', 'CreateCNS'] as const)(
  'uploads and generated files are limited to sixty a minute per authorization: %s',
  async (name) => {
    const passed = await asked(name, 70)
    expect(await passed('one')).toBe(60)
    expect(await passed('another')).toBe(60)
  },
)

test('pictures are limited to three hundred a minute per address', async () => {
  const passed = await asked('getCaptcha', 310)
  expect(await passed('')).toBe(300)
})
