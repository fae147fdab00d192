import { expect, test } from 'vitest'
import { standard } from '#variants/standard.ts'
import { choicesOf } from './filter-choices.ts'

const { hall } = standard
const codes = (choices: ReturnType<typeof choicesOf>) => choices?.map(({ code }) => code)

test('[LST-4] [VAR-4] codes are in the variant’s order, and the code for all means no choice', () => {
  const industries = [...hall.industries].reverse()
  expect(codes(choicesOf('industry', hall, null))).toEqual([null, 1, 2, 3, 4, 5, 99])
  expect(codes(choicesOf('industry', { ...hall, industries }, null))).toEqual([99, 5, 4, 3, 2, 1, null])
  expect(codes(choicesOf('procurement', hall, null))).toEqual([null, 1, 2, 3])
})

test('a list without a choice for all gets one, and 0 is an ordinary opening type', () => {
  const openingTypes = [{ code: 0, name: { zh: '一般项目', en: 'Ordinary' } }, ...hall.openingTypes]
  expect(codes(choicesOf('openingType', { ...hall, openingTypes }, null))).toEqual([null, 0, 8, 16])
})

test('[LST-4] specialties depend on the project kind, which must be chosen first if it is a filter', () => {
  const byKind = { ...hall, openFilters: ['projectKind', 'specialty'] as typeof hall.openFilters }
  expect(choicesOf('specialty', byKind, null)).toBeNull()
  expect(codes(choicesOf('specialty', byKind, 2))).toEqual([null, 1, 2, 3])
  expect(codes(choicesOf('specialty', { ...hall, openFilters: ['specialty'] }, null))?.slice(0, 2)).toEqual([
    null,
    1,
  ])
})
