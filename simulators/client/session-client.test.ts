import { expect, test } from 'vitest'
import type { HttpClient } from './http-client.ts'
import { logIn } from './session-client.ts'

test('a call that is sent again with a new login keeps its key: the hall may have carried it out before', async () => {
  const sent: [name: string, token: unknown, key: unknown][] = []
  const noted = (name: string, { token, key }: { token?: string; key?: string } = {}) =>
    void sent.push([name, token, key])
  let logins = 0
  const http = {
    url: '',
    async attempt(name: string, input: object) {
      noted(name, input)
      return { ok: false, error: { status: 401, code: 'login-ended', message: '' } }
    },
    async call(name: string, input: object) {
      noted(name, input)
      logins += 1
      return { token: `login ${logins}` }
    },
  } as unknown as HttpClient
  const account = await logIn(http, { userCode: 'bidder-1' })
  await account.call('submitBidFile', { body: new FormData() })
  const tries = sent.filter(([name]) => name === 'submitBidFile')
  expect(tries.map(([, token]) => token)).toEqual(['login 1', 'login 2'])
  const [first, second] = tries.map(([, , key]) => key)
  expect(first).toEqual(expect.stringMatching(/^.{36}$/))
  expect(second).toBe(first)
})
