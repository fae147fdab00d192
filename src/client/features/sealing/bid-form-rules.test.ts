import { expect, test } from 'vitest'
import { type Column, columnSchema } from '#domain/tender/tender.ts'
import { figureOf, figureProblem, figuresOf } from './bid-form-rules.ts'

const column = (fields: Partial<Column>): Column =>
  columnSchema.parse({ key: 'price', title: { zh: '报价', en: 'Price' }, kind: 'money', ...fields })

test.each([
  ['1,234,567.50', '1234567.50'],
  ['１２３．４５', '123.45'],
  [' 99 000 ', '99000'],
])('a price typed as %j is sealed as %s', (typed, sealed) => {
  expect(figureOf(column({}), typed)).toBe(sealed)
})

test('text keeps its commas', () => {
  expect(figureOf(column({ kind: 'text' }), ' 甲，乙 ')).toBe('甲，乙')
})

test('a missing figure is a problem only if it is required', () => {
  expect(figureProblem(column({}), ' ')).toBe('missing')
  expect(figureProblem(column({ required: false }), '')).toBeNull()
})

test.each([
  ['money', '12.345', 'money'],
  ['money', '-1', 'money'],
  ['integer', '12.5', 'integer'],
] as const)('a %s of %s is refused with the message of its kind', (kind, typed, problem) => {
  expect(figureProblem(column({ kind }), typed)).toBe(problem)
})

test('optional figures left empty are not sealed', () => {
  const columns = [column({}), column({ key: 'term', kind: 'integer', required: false })]
  expect(figuresOf(columns, { price: '10', term: '' })).toEqual({ price: '10' })
})
