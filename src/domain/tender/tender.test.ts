import { expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { tenderSchema } from './tender.ts'

const good = tender()

test('parsing a parsed tender changes nothing', () => {
  expect(tenderSchema.parse(good)).toEqual(good)
})

test('optional fields have defaults', () => {
  const { agency: _a, encrypted: _e, place: _p, projectInfo: _i, evaluationRules: _r, ...rest } = good
  expect(tenderSchema.parse(rest)).toMatchObject({
    agency: '',
    encrypted: true,
    place: '',
    projectInfo: [],
    evaluationRules: [],
  })
})

const [column] = good.columns
const unitPrice = { ...column, key: 'earth', item: { sheet: '土建', measure: 'm³', quantity: '12.5' } }

test.each([
  ['an unknown field', { surprise: 1 }],
  ['no section code', { sectionCode: ' ' }],
  ['no columns', { columns: [] }],
  ['two columns of one key', { columns: [column, column] }],
  ['a column key with a capital first', { columns: [{ ...column, key: 'Price' }] }],
  ['an opening time without a zone', { opensAt: '2026-03-02T09:30:00' }],
  ['an unknown project kind', { projectKind: 14 }],
  ['an unknown bid style', { bidStyle: 7 }],
  ['a second envelope without a file', { envelopes: 2 }],
  ['a file of a second envelope in a tender with one', { bidFiles: [{ kind: 'technical', envelope: 2 }] }],
  ['two files of one kind', { bidFiles: [{ kind: 'technical' }, { kind: 'technical' }] }],
  ['no required file', { bidFiles: [{ kind: 'technical', required: false }] }],
  ['a column of a file that is not asked for', { columns: [{ ...column, file: 'commercial' }] }],
  ['an item ahead of the price', { columns: [unitPrice, column] }],
  ['an item that is no money', { columns: [column, { ...unitPrice, kind: 'integer' }] }],
  [
    'an item with a quantity of words',
    { columns: [column, { ...unitPrice, item: { sheet: '一', quantity: '多' } }] },
  ],
  [
    '301 items',
    { columns: [column, ...Array.from({ length: 301 }, (_, i) => ({ ...unitPrice, key: `i${i}` }))] },
  ],
  ['a ceiling price that is not a decimal', { ceilingPrice: '1e9' }],
])('[TEN-2] [TEN-15] refuses %s', (_name, change) => {
  expect(tenderSchema.safeParse({ ...good, ...change }).success).toBe(false)
})
