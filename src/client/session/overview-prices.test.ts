import { expect, test } from 'vitest'
import { overviewRows } from '#domain/ending/record.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { isLowest, pricesOf, shareText } from './overview-prices.ts'

test('the lowest price is that of a valid bid, and unknown until all figures are public', () => {
  const state = stateAfter(histories.announced())
  const rows = overviewRows(state)
  const columns = state.tender?.columns ?? []
  const { key, lowest } = pricesOf(rows, state.tender, columns)
  const prices = rows.map(({ figures }) => figures?.[key ?? ''] ?? '')
  expect(lowest).toBe([...prices].sort((a, b) => Number(a) - Number(b))[0])
  const cheapest = rows.map((row) => (row.figures?.[key ?? ''] === lowest ? { ...row, note: '无效' } : row))
  expect(pricesOf(cheapest, state.tender, columns).lowest).toBe(prices.find((price) => price !== lowest))
  const [first, ...rest] = rows
  if (!first) throw new Error('a row expected')
  expect(pricesOf([{ ...first, figures: null }, ...rest], state.tender, columns).lowest).toBeNull()
})

test('the share of the ceiling price is decimal, and absent for a ceiling of nothing', () => {
  expect(shareText('982500.10', '1000000')).toBe('98.25')
  expect(shareText('1', '0')).toBeNull()
})

test('bids with the same lowest price are all the lowest, however it is written', () => {
  const prices = { key: 'price', lowest: '100.00', ceiling: null }
  expect(['100', '100.00', '100.0', '100.01', '', undefined].map((price) => isLowest(price, prices))).toEqual(
    [true, true, true, false, false, false],
  )
  expect(isLowest('100', { ...prices, lowest: null })).toBe(false)
})
