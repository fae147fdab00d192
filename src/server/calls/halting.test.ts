import { afterEach, beforeEach, expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, opener } from '#test/domain/sample-actors.ts'
import { type FiledFixture, openFiledFixture } from '#test/support/filed-fixture.ts'
import { standard } from '#variants/standard.ts'
import type { Services } from '../services.ts'
import { haltingHandlers } from './halting.ts'

const declared = event('FailureDeclared', {
  ...{ reason: '解密成功的投标人不足3家', recorder: '周记录', name: opener.name },
  ...{ agent: '', signature: null },
})

let fixture: FiledFixture

beforeEach(async () => {
  fixture = await openFiledFixture(histories.decrypting())
})
afterEach(() => fixture.close())

/** The report as somebody gets it: whether it is preliminary, or why there is none. */
async function report(actor = opener): Promise<string> {
  const services = {
    ...{ clock: Date.now, settings: { variant: standard }, filedDocuments: fixture.documents },
    reportRenderer: {
      async render(name: string, _sheet: unknown, { preliminary }: { readonly preliminary: boolean }) {
        return ok(new TextEncoder().encode(`${name} ${preliminary ? 'preliminary' : 'filed'}`))
      },
    },
  } as unknown as Services
  const context = { ...(await fixture.ordering(actor)), language: 'zh-CN' }
  const call = haltingHandlers(services).CreateLiuBiaoReport
  const answer = await call(context as unknown as Parameters<typeof call>[0])
  return answer.ok ? new TextDecoder().decode(answer.value.content as Uint8Array) : answer.error.code
}

const documents = async () =>
  (await fixture.ordering()).session.state.documents.map(({ kind, version }) => [kind, version])

test('[HLT-11] there is no report of a failure that was not declared', async () => {
  expect(await report()).toBe('failure-not-declared')
})

test('[HLT-11] [REP-12] the report is filed once the lot has failed', async () => {
  await fixture.happen([declared])
  expect([await report(), await documents()]).toEqual(['sheet preliminary', []])
  await fixture.happen([event('FailureDecided', { approved: true, reason: '同意流标' })])
  // By the opener's call only; the region of this test offers it to no bidder.
  expect([await report(bidder(1)), await documents()]).toEqual(['sheet preliminary', []])
  expect([await report(), await report()]).toEqual(['sheet filed', 'sheet filed'])
  expect(await documents()).toEqual([['failure', 1]])
  expect(await report(bidder(1))).toBe('sheet preliminary')
})

test('[HLT-11] the report of a refused failure is not filed', async () => {
  await fixture.happen([declared, event('FailureDecided', { approved: false, reason: '材料不全' })])
  expect([await report(), await documents()]).toEqual(['sheet preliminary', []])
})
