import { expect, test } from 'vitest'
import type { SessionState } from '#domain/session/state.ts'
import { bidder, figuresOf, opener, supervisor } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { tenderInput } from '#test/support/sample-tender.ts'
import { full } from '#variants/full.ts'
import { unitPriceSheet } from '../reports/unit-price-sheet.ts'
import type { Services } from '../services.ts'
import { billOfQuantitiesHandlers } from './bill-of-quantities.ts'

const item = (key: string, quantity: string) => ({
  ...{ key, title: { zh: `${key}项`, en: key }, kind: 'money' as const, unit: '元' },
  item: { sheet: '土方', measure: 'm³', quantity },
})
const columns = [...(tenderInput().columns ?? []), item('earth', '12.5'), item('fill', '2')]
const figures = { ...figuresOf(1), earth: '271.82', fill: '0.10' }
const opening = (stage: Parameters<typeof openingOf>[1], changes = { columns }) =>
  openingOf([{ name: '甲公司', figures }], stage, changes).state
const withPrices = opening('announced')
const withoutSheets = openingOf([{ name: '甲公司', figures: figuresOf(1) }], 'announced').state

const handlers = billOfQuantitiesHandlers({ settings: { variant: full } } as unknown as Services)

async function ask(name: keyof typeof handlers, state: SessionState, query: object = {}, actor = opener) {
  const asking = { session: { id: 's', state }, login: { actor }, query: { Page: 1, ...query } }
  const context = { ...asking, language: 'zh-CN' }
  const answer = await handlers[name](context as never)
  return answer.ok ? answer.value : answer.error.code
}

test('[ANN-16] sheets, items with prices, and totals by bidder', async () => {
  expect(await ask('CheckIsHaveSheetList', withPrices)).toMatchObject({ Status: true })
  expect(await ask('GetSheetList', withPrices)).toEqual([{ SheetID: 1, SheetName: '土方', itemCount: 2 }])
  const second = { SheetID: 1, Page: 2, Pagesize: 1 }
  expect(await ask('GetZongHeDanJiaBaoJia_Json', withPrices, second)).toMatchObject({
    total: 2,
    bidders: [{ EntprsCode: 'B0001', EntprsName: '甲公司' }],
    rows: [{ XHColumn: 2, key: 'fill', unit: 'm³', quantity: '2', prices: { B0001: '0.10' } }],
  })
  expect(await ask('ztbqdReportJson', withPrices, { PageSize: 10 })).toMatchObject({
    total: 1,
    rows: [{ XHColumn: 1, sheets: [{ SheetID: 1, total: '3397.95' }] }],
  })
})

test.each(['paused', 'failed'] as const)('[ANN-16] a %s lot has its sheets', async (lot) => {
  expect(await ask('CheckIsHaveSheetList', { ...withPrices, lot })).toMatchObject({ Status: true })
})

test('[ANN-16] before the announcement there are the sheets, and no price', async () => {
  const sealed = opening('decrypted')
  const answer = await ask('GetZongHeDanJiaBaoJia_Json', sealed, { SheetID: 1, Pagesize: 10 })
  expect(answer).toMatchObject({ rows: [{ prices: { B0001: null } }, { prices: { B0001: null } }] })
  expect(JSON.stringify(await ask('ztbqdReportJson', sealed, { PageSize: 10 }))).not.toContain('3397')
})

test('[EVA-2] bidders get prices and their report after the evaluation, where the region says so', async () => {
  const ended = opening('ended')
  const evaluated: SessionState = { ...ended, evaluationStatus: 'evaluated' }
  const prices = { SheetID: 1, Pagesize: 10 }
  for (const name of ['GetZongHeDanJiaBaoJia_Json', 'ztbqdReportJson', 'ztbqdReport'] as const) {
    expect(await ask(name, ended, prices, bidder(1))).toBe('overview-later')
    expect(await ask(name, evaluated, prices, bidder(1))).not.toBe('overview-later')
    expect(await ask(name, withPrices, prices, supervisor)).not.toBe('overview-later')
  }
})

test('[TEN-15] a section without sheets says so, and an unknown sheet is refused', async () => {
  expect(await ask('CheckIsHaveSheetList', withoutSheets)).toMatchObject({
    Status: false,
    code: 'no-price-sheets',
    message: '本标段没有工程量清单！',
  })
  expect(await ask('GetSheetList', withoutSheets)).toEqual([])
  expect(await ask('ztbqdReport', withoutSheets)).toBe('no-price-sheets')
  expect(await ask('GetZongHeDanJiaBaoJia_Json', withPrices, { SheetID: 2 })).toBe('unknown-price-sheet')
  expect(await ask('GetSheetList', withPrices, { BidStage: 2 })).toBe('other-envelope')
})

test('[REP-11] the report has every item with its amount, and each sheet’s total', async () => {
  const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: 0 } as const
  const { rows } = unitPriceSheet(withPrices, options)
  expect(rows.map((row) => row.slice(2))).toEqual([
    ['earth项', 'm³', '12.5', '271.82', '3,397.75'],
    ['fill项', 'm³', '2', '0.10', '0.20'],
    ['合计', '', '', '', '3,397.95'],
  ])
})

test('[REP-11] an invalid and an unopened bid stand as such, with the reason', () => {
  const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: 0 } as const
  const { state } = openingOf(
    [
      { name: '甲公司', figures, invalid: '未盖章' },
      { name: '乙公司', figures, fails: 'time-out' },
    ],
    'announced',
    { columns },
  )
  const names = unitPriceSheet(state, options).rows.map((row) => row[1])
  expect(names[0]).toBe('甲公司（无效标：未盖章）')
  expect(names[3]).toBe('乙公司（投标文件撤销：未在规定时间内解密）')
})

test('[REP-11] prices are in the unit of their column', () => {
  const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: 0 } as const
  const inUnits = (...units: string[]) => {
    const items = [item('earth', '12.5'), item('fill', '2')].map((one, i) => ({
      ...one,
      unit: units[i] ?? '',
    }))
    return unitPriceSheet(opening('announced', { columns: [...columns.slice(0, -2), ...items] }), options)
  }
  const same = inUnits('万元', '万元')
  expect(same.columns.slice(-2).map(({ title }) => title)).toEqual(['综合单价（万元）', '合价（万元）'])
  const none = inUnits('', '')
  expect(none.columns.slice(-2).map(({ title }) => title)).toEqual(['综合单价', '合价'])
  // Amounts of different units have no sum.
  const different = inUnits('元', '美元')
  expect(different.columns.slice(-2).map(({ title }) => title)).toEqual(['综合单价', '合价'])
  expect(different.rows.map((row) => [row[2], row[6]])).toEqual([
    ['earth项（元）', '3,397.75'],
    ['fill项（美元）', '0.20'],
    ['合计', ''],
  ])
})
