import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import { platformCalls } from '#protocol/calls/platform.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { tenderInput } from '#test/support/sample-tender.ts'
import { createApp } from './app.ts'
import { mountCalls } from './rest.ts'

const BDGuid = '5b9a1c52-6f0c-4a0e-9d6a-0d1f5d0f7a11'
const EntprsCode = 'B0001'

/** A body of each call of the platform that has one. */
const bodies = {
  publishTender: { tender: tenderInput() },
  addClarification: {
    ...{ BDGuid, title: '澄清一', content: '第一行\n第二行', publish_time: '2026-03-01T00:00:00.000Z' },
  },
  enrolBidder: { BDGuid, EntprsCode, EntprsName: '江河水利', CertPem: '-----BEGIN\nCERTIFICATE-----' },
  recordDeposits: {
    BDGuid,
    deposits: [
      {
        ...{ EntprsCode, Bzj: '800000.00', BzjMode: '电汇', BzjStatus: '已到账', bzjApplyResult: '通过' },
        ...{ ZhiFu_ZhangHu: '6222', tbbzjUserName: '江河水利', tbbzjUserCode: '9144', HuiZhi_BianHao: '7' },
        ...{ BzjBind: true, DaoZhang_ShiJian: '2026-03-01T00:00:00.000Z', EditRemark: '备注' },
      },
    ],
  },
  recordContacts: {
    ...{
      BDGuid,
      contacts: [{ EntprsCode, touBiao_DaiBiao: '张三', touBiao_DaiBiao_DianHua: '13800000000' }],
    },
  },
  changeLotStatus: { BDGuid, status: 'paused', reason: '停电' },
  decideFailure: { BDGuid, approved: true, reason: '同意' },
  changeEvaluationStatus: { BDGuid, status: 'evaluating' },
  callSecondEnvelope: { BDGuid },
  addAccount: { userCode: 'zhang', role: 'opener', name: '张三', unitCode: 'A0001' },
} as const

let received: unknown
const handlers = Object.fromEntries(
  Object.keys(platformCalls).map((name) => [
    name,
    async ({ body }: { body: unknown }) => {
      received = body
      return ok({})
    },
  ]),
)
const services = {
  platform: { authenticate: async () => ok(null), accept: async () => ok(null) },
  trail: noTrailHooks,
  budgets: { askFrom: () => 0 },
} as unknown as Parameters<typeof mountCalls>[3]

let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await createApp(pino({ level: 'silent' }))
  mountCalls(app, platformCalls, handlers, services)
})
afterAll(() => app.close())

/** The same with characters that are not seen in each of its texts. */
function disguised(value: unknown): unknown {
  if (typeof value === 'string') return `\u202E${value.slice(0, 1)}\u200B\u0007${value.slice(1)}\uFEFF`
  if (Array.isArray(value)) return value.map(disguised)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, disguised(inner)]))
}

async function send(name: keyof typeof bodies, payload: unknown) {
  received = null
  const { method, path } = platformCalls[name]
  const answer = await app.inject({ method, url: path, payload: payload as object })
  return answer.statusCode === 200 ? received : answer.json()
}

test.each(Object.entries(bodies))(
  '[PLF-7] no text of %s keeps characters that are not seen',
  async (name, body) => {
    const call = name as keyof typeof bodies
    expect(await send(call, disguised(body))).toEqual(platformCalls[call].body.parse(body))
  },
)

test('[PLF-7] every call of the platform that has a body is among them', () => {
  const withBody = Object.entries<Call>(platformCalls).filter(([, { body }]) => body)
  expect(withBody.map(([name]) => name).sort()).toEqual(Object.keys(bodies).sort())
})

test('[PLF-7] a text of nothing else is missing, and a password stays as it was typed', async () => {
  expect(await send('addAccount', { ...bodies.addAccount, name: '\u200B' })).toMatchObject({
    code: 'bad-request',
  })
  const password = 'p\u200Bssword-1'
  expect(await send('addAccount', { ...bodies.addAccount, password })).toMatchObject({ password })
})
