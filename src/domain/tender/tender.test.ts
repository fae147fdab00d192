import { expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { tenderSchema } from './tender.ts'

const good = tender()

test('a tender that was read reads the same again', () => {
  expect(tenderSchema.parse(good)).toEqual(good)
})

test('what may be left out has its default', () => {
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

test.each([
  ['a field nobody knows', { surprise: 1 }],
  ['no section code', { sectionCode: ' ' }],
  ['no columns', { columns: [] }],
  ['two columns of one key', { columns: [column, column] }],
  ['a column key with a capital first', { columns: [{ ...column, key: 'Price' }] }],
  ['an opening time without a zone', { opensAt: '2026-03-02T09:30:00' }],
  ['a project kind outside the seeds', { projectKind: 14 }],
  ['a bid style outside the seeds', { bidStyle: 7 }],
  ['a double envelope whose second asks for no file', { envelopes: 2 }],
  ['a file in a second envelope that there is not', { bidFiles: [{ kind: 'technical', envelope: 2 }] }],
  ['two files of one kind', { bidFiles: [{ kind: 'technical' }, { kind: 'technical' }] }],
  ['no file at all that is required', { bidFiles: [{ kind: 'technical', required: false }] }],
  ['a column of a file that is not asked for', { columns: [{ ...column, file: 'commercial' }] }],
  ['a ceiling price that is no decimal', { ceilingPrice: '1e9' }],
])('[TEN-2] refuses %s', (_name, change) => {
  expect(tenderSchema.safeParse({ ...good, ...change }).success).toBe(false)
})
