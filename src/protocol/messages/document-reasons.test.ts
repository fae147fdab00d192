import { expect, test } from 'vitest'
import { endedReason, reasonTexts } from './document-reasons.ts'

test.each(endedReason)('[REP-5] the hall’s own reason “%s” is read in both languages', (stored) => {
  expect(reasonTexts(stored)).toEqual(endedReason)
})

test('a typed reason stays as it was typed', () => {
  expect(reasonTexts('金额有误')).toEqual(['金额有误', '金额有误'])
})
