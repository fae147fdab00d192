import { afterEach, beforeEach, expect, test } from 'vitest'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, opener, supervisor } from '#test/domain/sample-actors.ts'
import { type FiledFixture, openFiledFixture } from '#test/support/filed-fixture.ts'
import { full } from '#variants/full.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import type { Services } from '../services.ts'
import { basePriceHandlers } from './base-price.ts'

const before = histories.announced({ evaluation: { basePrice: {} } })
const leftOut = event('BasePriceParticipationSet', {
  ...{ bidderCode: bidderCode(1), takesPart: false, reason: '报价存疑' },
})

let fixture: FiledFixture
let made = 0

beforeEach(async () => {
  fixture = await openFiledFixture(before)
  made = 0
})
afterEach(() => fixture.close())

/** The base price after these events, as calculated and as saved. */
function saving(...history: readonly SessionEvent[]): SessionEvent[] {
  const calculated = calculateBasePrice(stateAfter([...before, ...history]))
  if (!calculated.ok) throw new Error(calculated.error.code)
  const { price } = calculated.value
  return [event('BasePriceCalculated', { calculation: calculated.value }), event('BasePriceSaved', { price })]
}

async function report(actor = opener, variant: Variant = standard): Promise<string> {
  const services = {
    ...{ clock: Date.now, settings: { variant }, filedDocuments: fixture.documents },
    reportRenderer: {
      async render(_name: string, _state: unknown, { preliminary }: { readonly preliminary: boolean }) {
        made += 1
        return ok(new TextEncoder().encode(`${preliminary ? 'preliminary' : 'filed'} ${made}`))
      },
    },
  } as unknown as Services
  const context = { ...(await fixture.ordering(actor)), query: { StageOrd: 1 }, language: 'zh-CN' }
  const call = basePriceHandlers(services).CreateReport_BaseTotalPrice
  const answer = await call(context as unknown as Parameters<typeof call>[0])
  if (!answer.ok) return answer.error.code
  return new TextDecoder().decode(answer.value.content as Uint8Array)
}

const versions = async () =>
  (await fixture.ordering()).session.state.documents.map(({ kind, version, reason }) => [
    kind,
    version,
    reason,
  ])

test('[REP-12] the report of the base price is filed once it is saved, and again once it is saved again', async () => {
  const [calculated, saved] = saving()
  if (!calculated || !saved) throw new Error('two events expected')
  await fixture.happen([calculated])
  expect(await report()).toBe('preliminary 1')
  await fixture.happen([saved])
  expect(await report()).toBe('filed 2')
  expect([await report(), await report(supervisor)]).toEqual(['filed 2', 'filed 2'])
  await fixture.happen([leftOut])
  expect(await report()).toBe('preliminary 3')
  await new Promise((done) => setTimeout(done, 2))
  await fixture.happen(saving(leftOut))
  expect(await report()).toBe('filed 4')
  expect(await versions()).toEqual([
    ['base-price', 1, ''],
    ['base-price', 2, '评标基准价重新计算或保存'],
  ])
})

test('[REP-7] [EVA-2] bidders get the filed report where the region offers it, after the evaluation', async () => {
  await fixture.happen(saving())
  const offering = { ...full, laterSteps: { ...full.laterSteps, overviewAfterEvaluation: false } }
  expect(await report()).toBe('filed 1')
  expect(await report(bidder(1), standard)).toBe('preliminary 2')
  expect(await report(bidder(1), offering)).toBe('filed 1')
  await fixture.happen([event('EndEntered', {})])
  expect(await report(bidder(1), full)).toBe('overview-later')
  expect(await report(supervisor, full)).toBe('filed 1')
})
