import { expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import type { Column } from '../tender/tender.ts'
import { announcedColumns, type PriceColumns } from './price-columns.ts'

const column = (key: string, kind: Column['kind'] = 'money') => ({ key, title: { zh: key, en: key }, kind })
const section = tender({
  industry: 2,
  specialty: 3,
  columns: [column('days', 'integer'), column('price'), column('manager', 'text'), column('lowerRate')],
})

function keysBy(...choices: PriceColumns[]): string[] {
  return announcedColumns(section, 1, choices).map(({ key }) => key)
}

const own = ['days', 'price', 'manager', 'lowerRate']

test('[ANN-15] without a choice that fits the prices are the tender’s own', () => {
  expect(keysBy()).toEqual(own)
  expect(keysBy({ industry: 1, category: null, keys: ['price'] })).toEqual(own)
  expect(keysBy({ industry: 2, category: 4, keys: ['price'] })).toEqual(own)
})

test('[ANN-15] the first choice that fits industry and category says which prices stand, in its order', () => {
  const fits = { industry: 2, category: 3, keys: ['lowerRate', 'price'] }
  expect(keysBy(fits)).toEqual(['days', 'lowerRate', 'price', 'manager'])
  expect(keysBy({ industry: null, category: 3, keys: ['price'] }, fits)).toEqual(['days', 'price', 'manager'])
})

test('[ANN-15] a choice of prices that the tender does not have, or that are none, leaves its own', () => {
  expect(keysBy({ industry: null, category: null, keys: ['discount', 'days'] })).toEqual(own)
})
