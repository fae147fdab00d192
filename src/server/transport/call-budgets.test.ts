import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { initial } from '#domain/session/state.ts'
import { ok } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { refuse } from '../refusal.ts'
import { createApp } from './app.ts'
import { createCallBudgets } from './call-budgets.ts'
import { classOf, isPlaceClass, type PersonClass, personLimits, placeLimits } from './limit-table.ts'
import { mountCalls } from './rest.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** What the handlers wait for. */
let whileAnswering: Promise<unknown> = Promise.resolve()

/** A server of these calls whose handlers do nothing, with a clock of its own. */
async function openApp(...names: CallName[]) {
  const app = await createApp(pino({ level: 'silent' }))
  closing.push(() => app.close())
  const clock = { now: 0 }
  // A token is "account-login"; anything else is nobody's.
  const authenticator = {
    async authenticate(token: string) {
      const [id, login] = token.split('-')
      if (!login) return refuse('session-expired')
      const isOfSection = names.some((name) => calls[name].auth === 'session')
      return ok({
        login: { loginId: login, actor: { ...opener, id } },
        sessionId: isOfSection ? 'one' : null,
      })
    },
    findLogin: async (loginId: string) => ({ loginId, actor: opener }),
  }
  const budgets = createCallBudgets(() => clock.now)
  mountCalls(
    app,
    Object.fromEntries(names.map((name) => [name, calls[name]])),
    Object.fromEntries(names.map((name) => [name, () => whileAnswering.then(() => ok({}))])),
    {
      authenticator: authenticator as never,
      platform: { authenticate: async () => refuse('call-not-signed') } as never,
      budgets,
      failures: { report() {} },
      trail: noTrailHooks,
      session: async () => ({ unredactedState: initial() }) as never,
      standing: async () => ({ leads: true, isEnrolled: false }),
    },
  )
  const ask = (token: string, name = names[0] as CallName, query = '') => {
    const { method, path } = calls[name]
    const post = method === 'POST' ? { payload: {} } : {}
    return app.inject({ method, url: `${path}${query}`, headers: { authorization: token }, ...post })
  }
  /** How many of so many requests pass. */
  async function passed(times: number, ...asked: Parameters<typeof ask>): Promise<number> {
    let passed = 0
    for (let i = 0; i < times; i++) if ((await ask(...asked)).statusCode !== 429) passed += 1
    return passed
  }
  return { ask, passed, clock, budgets }
}

test('[LIM-1] every call has a limit: of its login and account, of its address or its ticket', () => {
  const kinds = Object.entries<Call>(calls).map(([name, call]) => [call.auth, classOf(name, call)] as const)
  for (const [auth, kind] of kinds) {
    const isByPerson = auth === 'user' || auth === 'session'
    expect([auth, kind, isPlaceClass(kind)]).toEqual([auth, kind, !isByPerson])
  }
  const used = new Set(kinds.map(([, kind]) => kind))
  const { stranger: _, description: __, ...places } = placeLimits
  expect([...used].sort()).toEqual([...Object.keys(personLimits), ...Object.keys(places)].sort())
})

test.each([
  ['startJieMi', 'command'],
  ['submitCommand', 'command'],
  ['logout', 'command'],
  ['checkKBFinishCondition', 'read'],
  ['getJieMiJieZhiShiJian', 'read'],
  ['getSessionLog', 'read'],
  ['exportSessionLog', 'export'],
  ['GetReportPDF', 'heavy'],
  ['createCaReport', 'heavy'],
  ['jyptDecryptFile', 'heavy'],
  ['getSessionSnapshot', 'heavy'],
  ['getJYPTGongChengLieBiao', 'list'],
  ['getBidProjKBEnd', 'list'],
  ['submitBidFile', 'upload'],
  ['getVariant', 'open'],
  ['getOauth1', 'entry'],
  ['licenseLogin', 'certificate'],
  ['enrolBidder', 'platform'],
] as const)('[LIM-1] %s counts as %s', (name, kind) => {
  expect(classOf(name, calls[name])).toBe(kind)
})

test('[LIM-1] commands count by login and by account, whatever their names and however the login is written', async () => {
  const { passed, ask } = await openApp('startJieMi', 'replyYiYi')
  const { login, account } = personLimits.command
  expect(await passed(login - 1, 'Bearer one-a')).toBe(login - 1)
  expect(await passed(3, 'bearer  one-a', 'replyYiYi')).toBe(1)
  // Another login of the same person has its own, within that of the account.
  expect(await passed(login, 'Bearer one-b')).toBe(account - login)
  expect(await passed(3, 'Bearer one-c')).toBe(0)
  expect(await passed(3, 'Bearer another-d')).toBe(3)
  const refused = await ask('Bearer one-c')
  expect([refused.json().code, refused.headers['retry-after']]).toEqual(['too-many-requests', '1'])
})

test('[LIM-1] what was used comes back within a minute, and a refused request costs nothing', async () => {
  const { passed, clock } = await openApp('startJieMi')
  const { login } = personLimits.command
  await passed(login + 50, 'Bearer one-a')
  clock.now = 30_000
  expect(await passed(login, 'Bearer one-a')).toBe(login / 2)
})

test('[LIM-1] a page that polls without its socket, in ten tabs, is never refused', () => {
  const polls = [
    ['getJieMiJieZhiShiJian', 3],
    ['GetKaiBiaoQianMingList', 5],
    ['getKBFlowStatus', 10],
    ['getKBProgressMessage', 10],
    ['getYiYiList', 19],
    ['getSessionLog', 2],
  ] as const satisfies readonly (readonly [CallName, number])[]
  const clock = { now: 0 }
  const { ask } = createCallBudgets(() => clock.now)
  for (let second = 1; second <= 600; second++) {
    clock.now = second * 1000
    for (const [name, every] of polls) {
      if (second % every !== 0) continue
      const kind = classOf(name, calls[name])
      if (isPlaceClass(kind)) throw new Error(`${name} is no call of a person`)
      for (let tab = 0; tab < 10; tab++) expect(ask(kind, { loginId: 'a', actor: opener })).toBe(0)
    }
  }
})

test('[LIM-1] the section list in eight tabs, told of a change each second, is never refused', () => {
  const clock = { now: 0 }
  const { ask } = createCallBudgets(() => clock.now)
  const kind = classOf('getJYPTGongChengLieBiao', calls.getJYPTGongChengLieBiao)
  for (; clock.now < 600_000; clock.now += 1000) {
    for (let tab = 0; tab < 8; tab++)
      expect(ask(kind as PersonClass, { loginId: 'a', actor: opener })).toBe(0)
  }
})

test('[LIM-1] ten tabs that reconnect every five seconds, each with both sockets, are never refused', () => {
  const clock = { now: 0 }
  const { ask } = createCallBudgets(() => clock.now)
  for (; clock.now < 600_000; clock.now += 5000) {
    for (let tab = 0; tab < 10; tab++) {
      for (const kind of ['admission', 'admission', 'subscription', 'subscription'] as const)
        expect(ask(kind, { loginId: 'a', actor: opener })).toBe(0)
    }
  }
})

test('[LIM-10] an account has 64 calls in progress at most, over all its logins', async () => {
  const { ask } = await openApp('getKBFlowStatus')
  let answer = () => {}
  whileAnswering = new Promise<void>((resolve) => (answer = resolve))
  const running = Array.from({ length: 64 }, (_, i) => ask(`Bearer one-${i % 3}`))
  await new Promise((done) => setTimeout(done, 100))
  expect((await ask('Bearer one-9')).json().code).toBe('too-many-requests')
  const another = ask('Bearer another-a')
  answer()
  expect(new Set((await Promise.all([...running, another])).map(({ statusCode }) => statusCode))).toEqual(
    new Set([200]),
  )
  expect((await ask('Bearer one-9')).statusCode).toBe(200)
})

test('[LIM-12] an account has one export in progress and ten in a minute, over all its logins', async () => {
  const { ask, passed } = await openApp('exportSessionLog')
  let answer = () => {}
  whileAnswering = new Promise<void>((resolve) => (answer = resolve))
  const running = ask('Bearer one-a')
  await new Promise((done) => setTimeout(done, 50))
  const refused = await ask('Bearer one-b')
  expect([refused.json().code, refused.headers['retry-after']]).toEqual(['too-many-requests', '1'])
  const another = ask('Bearer another-a')
  answer()
  expect([(await running).statusCode, (await another).statusCode]).toEqual([200, 200])
  expect(await passed(20, 'Bearer one-c')).toBe(personLimits.export.account - 2)
})

test('[LIM-1] whoever has no login is refused for that, not for others at the same address', async () => {
  const { ask } = await openApp('startJieMi')
  for (let i = 0; i < 400; i++) expect((await ask('Bearer expired')).json().code).toBe('session-expired')
})

test('[LIM-1] a thousand people behind one address log in, set their clocks and renew at the same time', () => {
  const { askFrom } = createCallBudgets(() => 0)
  const logsIn = ['getVariant', 'getPublicKey', 'getCaptcha', 'checkCaptcha', 'getOauth1', 'refresh'] as const
  for (let person = 0; person < 1000; person++) {
    const asked: CallName[] = [...logsIn, ...Array.from({ length: 20 }, () => 'getServerTimeNoauth' as const)]
    for (const name of asked) {
      const kind = classOf(name, calls[name])
      expect(isPlaceClass(kind) && askFrom(kind, '203.0.113.7', undefined)).toBe(0)
    }
  }
})

test('[LIM-1] pictures count by address and a tool’s downloads by ticket', async () => {
  const { ask, passed, budgets } = await openApp('getCaptcha', 'getToolFile')
  for (let i = 0; i < placeLimits.picture.max - 2; i++) budgets.askFrom('picture', '127.0.0.1', undefined)
  expect(await passed(5, '', 'getCaptcha')).toBe(2)
  expect(await passed(12, '', 'getToolFile', '?ticket=one')).toBe(10)
  expect(await passed(12, '', 'getToolFile', '?ticket=another')).toBe(10)
  expect((await ask('', 'getToolFile', '?ticket=one&ticket=another')).statusCode).toBe(400)
})

test('[LIM-8] bodies and files of a person are limited by their bytes, also over several logins', () => {
  const clock = { now: 0 }
  const { send } = createCallBudgets(() => clock.now)
  const person = (loginId: string) => ({ loginId, actor: opener })
  const megabyte = 1_000_000
  const sent = (loginId: string) => {
    let count = 0
    while (count < 1000 && send('body', person(loginId), megabyte) === 0) count += 1
    return count
  }
  expect([sent('a'), sent('b'), sent('c')]).toEqual([20, 10, 0])
  expect(send('body', person('a'), megabyte)).toBe(3)
  clock.now = 30_000
  expect(sent('a')).toBe(10)
  // The largest file is never too large.
  expect(send('file', person('a'), 600 * 1024 * 1024)).toBe(0)
})

test('budgets that have filled up again are forgotten', () => {
  const clock = { now: 0 }
  const { askFrom, remembered } = createCallBudgets(() => clock.now)
  for (let i = 0; i < 100_000; i++) {
    clock.now += 10
    askFrom('open', `2001:db8:${(i >> 16).toString(16)}:${(i & 0xffff).toString(16)}::1`, undefined)
  }
  expect(remembered()).toBeLessThanOrEqual(20_000)
})

test('[LIM-1] what is sent for a ticket takes little memory, however long it is', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { askFrom, remembered } = createCallBudgets(() => 0)
  collect()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 4000; i++)
    askFrom('ticket', '203.0.113.7', Buffer.alloc(16_000, `${i} `).toString('latin1'))
  collect()
  expect(remembered()).toBeGreaterThan(4000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000)
})
