import { expect, test } from 'vitest'
import { noDepositEdit } from '#domain/deposits/deposit-edit.ts'
import type { Actor } from '#domain/session/actor.ts'
import { event } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, fileId, opener } from '#test/domain/sample-actors.ts'
import { tender, tenderInput } from '#test/support/sample-tender.ts'
import { cd } from '#variants/cd.ts'
import type { Variant } from '#variants/schema.ts'
import type { Services } from '../services.ts'
import { depositStatuses } from './deposit-rows.ts'
import { endingHandlers } from './ending.ts'
import { overviewHandlers } from './overview.ts'

const deposit = { bidderCode: 'B0001', status: '已缴纳', amount: '50000.00', paidAt: null }
const reported = { deposits: async () => new Map([[deposit.bidderCode, deposit]]) }

function asked(state: SessionState, query: object, variant: Variant, actor: Actor = opener) {
  const handlers = overviewHandlers({ settings: { variant }, reported } as unknown as Services)
  const session = {
    state: viewState({ role: actor.role, unitCode: actor.unitCode, seesSupervisor: true }, state),
    unredactedState: state,
  }
  const asking = { query: { Page: 1, ...query }, session, language: 'zh-CN', login: { actor } }
  return {
    table: () => handlers.CreateReport_Json(asking as unknown as Asking<'CreateReport_Json'>),
    columns: () => handlers.GetSinColumns(asking as unknown as Asking<'GetSinColumns'>),
  }
}
type Asking<C extends 'CreateReport_Json' | 'GetSinColumns'> = Parameters<
  ReturnType<typeof overviewHandlers>[C]
>[0]

async function answered(state: SessionState, query: object = {}, variant: Variant = cd) {
  const answer = await asked(state, query, variant).table()
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

test('[ANN-14] a row has its figures as fields of their own, with the total price and the time', async () => {
  const { rows, total } = await answered(stateAfter(histories.signed()))
  expect(total).toBe(2)
  expect(rows[0]).toEqual({
    ...{ price: '1000001.50', days: '180', manager: '经理1' },
    ...{ TOTALPRICE: '1000001.50', GQ: '180', bidFileId: fileId(1), entprsCode: 'B0001' },
    ...{ entprsName: '投标人1', XHColumn: 1, Is_BadBid_Open: false, badBidNote: '', is_giveup: false },
    ...{ remark: '', signer: expect.stringMatching(/./), IsConfirmKBYLB: 1 },
    ...{ isBadBidOpen: false, isPressurized: true, tbwjLeiXing: 'TBJ', bzjzt: '已缴纳' },
    ...{ jsbIsMobileEncrypt: null, swbIsMobileEncrypt: null, isCalBsaeTotalPrice: false },
    ...{ calBaseTotalPriceReason: '', notCalBaseTotalPriceReason: '' },
  })
})

test('[DEP-5] a bidder learns the status of the own deposit, and with the overview of step 4 of all, as edited', async () => {
  const edited = event('DepositEdited', {
    ...{ bidderCode: bidderCode(2), edit: { ...noDepositEdit, status: '已退还' } },
  })
  const statuses = async (history: History, actor: Actor) => {
    const answer = await asked(stateAfter([...history, edited]), {}, cd, actor).table()
    return answer.ok ? answer.value.rows.map(({ bzjzt }) => bzjzt) : answer.error.code
  }
  expect(await statuses(histories.announced(), opener)).toEqual(['已缴纳', '已退还'])
  expect(await statuses(histories.announced(), bidder(1))).toEqual(['已缴纳', null])
  expect(await statuses(histories.announced(), bidder(2))).toEqual([null, '已退还'])
  expect(await statuses(histories.atEnd(), bidder(1))).toEqual(['已缴纳', '已退还'])
})

test('[DEP-5] a bidder never learns the status of a company that did not bid', async () => {
  const paid = (n: number) => ({ ...deposit, bidderCode: bidderCode(n) })
  const all = new Map([1, 2, 3].map((n) => [bidderCode(n), paid(n)]))
  const services = { settings: { variant: cd }, reported: { deposits: async () => all } }
  const unredactedState = stateAfter(histories.atEnd())
  const seen = async (actor: Actor) => {
    const { role, unitCode } = actor
    const state = viewState({ role, unitCode, seesSupervisor: true }, unredactedState)
    const session = { id: 'section', state, unredactedState }
    return Object.keys(await depositStatuses(services as unknown as Services, session, actor))
  }
  expect(await seen(bidder(1))).toEqual([bidderCode(1), bidderCode(2)])
  expect(await seen(bidder(3))).toEqual([bidderCode(1), bidderCode(2), bidderCode(3)])
  expect(await seen(opener)).toEqual([bidderCode(1), bidderCode(2), bidderCode(3)])
})

test('[ANN-11] figures that are not public are null', async () => {
  const { rows } = await answered(stateAfter(histories.opened()))
  expect(rows[0]).toMatchObject({ price: null, days: null, TOTALPRICE: null, GQ: null, signer: '' })
})

test('[ANN-14] pages, and rows without the confirmation', async () => {
  const state = stateAfter(histories.announced())
  const { rows } = await answered(state, { Page: 2, PageSize: 1, returnIsConfirmKBYLB: false })
  expect(rows.map(({ XHColumn, IsConfirmKBYLB }) => [XHColumn, IsConfirmKBYLB])).toEqual([[2, undefined]])
  expect((await answered(state)).rows).toHaveLength(2)
})

test('[ANN-15] headers and fields have the region’s prices only', async () => {
  const second = { key: 'lowerRate', title: { zh: '下浮率', en: 'Rate' }, kind: 'money' as const }
  const { columns } = tenderInput()
  const state = stateAfter([
    event('TenderPublished', { tender: tender({ columns: [...columns, second] }) }),
    ...histories.announced().slice(1),
  ])
  const only = { industry: null, category: null, keys: ['price'] }
  const region = { ...cd, laterSteps: { ...cd.laterSteps, priceColumns: [only] } }
  expect((await answered(state)).headers.map(({ key }) => key)).toContain('lowerRate')
  const { headers, rows } = await answered(state, {}, region)
  expect(headers.map(({ key }) => key)).toEqual(columns.map(({ key }) => key))
  expect(rows[0]).not.toHaveProperty('lowerRate')
})

test('[EVA-2] bidders get the table of the end step after the evaluation, where the region says so', async () => {
  const later = { ...cd, laterSteps: { ...cd.laterSteps, overviewAfterEvaluation: true } }
  const codes = async (history: History, actor: Actor, variant: Variant) => {
    const { table, columns } = asked(stateAfter(history), {}, variant, actor)
    return [await table(), await columns()].map((answer) => (answer.ok ? null : answer.error.code))
  }
  const ended = histories.ended()
  const evaluated = event('EvaluationStatusChanged', { status: 'evaluated' })
  expect(await codes(ended, bidder(1), later)).toEqual(['overview-later', 'overview-later'])
  expect(await codes([...ended, evaluated], bidder(1), later)).toEqual([null, null])
  expect(await codes(histories.confirming(), bidder(1), later)).toEqual([null, null])
  expect(await codes(histories.announced(), bidder(1), later)).toEqual([null, null])
  expect(await codes(ended, opener, later)).toEqual([null, null])
  expect(await codes(ended, bidder(1), cd)).toEqual([null, null])
})

test('[EVA-2] bidders get the record when they are asked to sign it, where the overview comes later', async () => {
  const later = { ...cd, laterSteps: { ...cd.laterSteps, overviewAfterEvaluation: true } }
  const code = async (history: History, actor: Actor, variant: Variant) => {
    const call = endingHandlers({ settings: { variant } } as unknown as Services).getOpeningRecord
    const state = stateAfter(history)
    const asking = { query: {}, session: { state, unredactedState: state }, login: { actor } }
    const answer = await call(asking as unknown as Parameters<typeof call>[0])
    return answer.ok ? null : answer.error.code
  }
  expect(await code(histories.atEnd(), bidder(1), later)).toBe('overview-later')
  expect(await code(histories.signing(), bidder(1), later)).toBeNull()
  expect(await code(histories.ended(), bidder(1), later)).toBeNull()
  expect(await code(histories.atEnd(), opener, later)).toBeNull()
  expect(await code(histories.atEnd(), bidder(1), cd)).toBeNull()
})
