import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sectionListSortColumns } from '#protocol/calls/section-list.ts'
import { type ListQuery, noFilter, readAddress, writeAddress } from './section-list-address.ts'

const code = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null })
const day = fc.constantFrom('', '2026-03-02', '2026-12-31')
const query: fc.Arbitrary<ListQuery> = fc.record({
  tab: fc.constantFrom('open' as const, 'ended' as const),
  onlyNew: fc.boolean(),
  filter: fc.record({
    industry: code,
    openingType: code,
    projectKind: code,
    specialty: code,
    procurement: code,
    qualificationMethod: code,
    dates: fc.option(fc.record({ from: day, to: day }), { nil: null }),
    text: fc.string({ maxLength: 100, unit: 'grapheme' }).map((text) => text.slice(0, 100).trim()),
  }),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  pageSize: fc.option(fc.integer({ min: 1, max: 512 }), { nil: null }),
  sort: fc.option(
    fc.record({ column: fc.constantFrom(...sectionListSortColumns), descending: fc.boolean() }),
    {
      nil: null,
    },
  ),
})

test('a query is written to the address and read from it unchanged', () => {
  fc.assert(
    fc.property(query, (asked) => {
      expect(readAddress(new URLSearchParams(writeAddress(asked).toString()))).toEqual(asked)
    }),
    { seed: 20_260_302 },
  )
})

test('the default query has an empty address', () => {
  const usual = readAddress(new URLSearchParams())
  expect(usual).toEqual({
    tab: 'open',
    onlyNew: false,
    filter: noFilter,
    page: 1,
    pageSize: null,
    sort: null,
  })
  expect(writeAddress(usual).toString()).toBe('')
})

test('invalid values in an address are ignored', () => {
  const nonsense = 'tab=x&industry=-1&kind=1e3&from=2026-13-45&page=0&size=9999&sort=password'
  expect(readAddress(new URLSearchParams(nonsense))).toEqual({
    ...readAddress(new URLSearchParams()),
    filter: { ...noFilter, dates: { from: '', to: '' } },
  })
})

test('a section named by the trading platform is searched by its code', () => {
  expect(readAddress(new URLSearchParams('bdbh=NJSZ2026-01&kbStatusCode=3')).filter.text).toBe('NJSZ2026-01')
})
