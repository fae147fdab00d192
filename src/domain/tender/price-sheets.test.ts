import { expect, test } from 'vitest'
import { viewers } from '#test/domain/random-session.ts'
import { figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { tenderInput } from '#test/support/sample-tender.ts'
import { overviewRows } from '../ending/record.ts'
import { viewState } from '../session/view-state.ts'
import { amountOf, priceSheets, sheetTotal } from './price-sheets.ts'
import { columnsOfEnvelope } from './tender.ts'

const item = (key: string, sheet: string, quantity: string) => ({
  ...{ key, title: { zh: key, en: key }, kind: 'money' as const, unit: '元' },
  item: { sheet, measure: 'm³', quantity },
})
const columns = [
  ...(tenderInput().columns ?? []),
  ...[item('earth', '土方', '12.5'), item('concrete', '道路', '0.3333'), item('fill', '土方', '2')],
]
const prices = { earth: '271.82', concrete: '314.15', fill: '0.10' }
const opening = (stage: Parameters<typeof openingOf>[1]) =>
  openingOf([{ name: '甲公司', figures: { ...figuresOf(1), ...prices } }], stage, { columns })

test('[TEN-15] sheets have their items in the tender’s order, and amounts are exact', () => {
  const { tender } = opening('announced').state
  const sheets = priceSheets(tender, 1)
  expect(sheets.map(({ id, name, items }) => [id, name, items.map(({ key }) => key)])).toEqual([
    [1, '土方', ['earth', 'fill']],
    [2, '道路', ['concrete']],
  ])
  const [earthworks, roads] = sheets
  if (!earthworks || !roads) throw new Error('two sheets expected')
  expect(sheetTotal(earthworks, prices)).toBe('3397.95')
  expect(sheetTotal(roads, prices)).toBe('104.706195')
  expect(sheetTotal(roads, null)).toBeNull()
  expect(earthworks.items.map((one) => amountOf(one, { fill: '1' }))).toEqual([null, '2.00'])
})

test('[ANN-16] nobody sees a unit price before the announcement; then everybody does, and the record has it', () => {
  const sealed = opening('decrypted').state
  for (const viewer of viewers)
    expect(JSON.stringify(viewState(viewer, sealed)), viewer.role).not.toContain(prices.earth)
  const { state } = opening('announced')
  for (const viewer of viewers)
    expect(viewState(viewer, state).bidders.B0001?.figures, viewer.role).toMatchObject(prices)
  expect(overviewRows(state)[0]?.figures).toMatchObject(prices)
})

test('[ANN-16] the table of the announcement has no items', () => {
  const { tender } = opening('announced').state
  expect(tender && columnsOfEnvelope(tender, 1).map(({ key }) => key)).toEqual(['price', 'days', 'manager'])
})
