import { expect, test } from 'vitest'
import { compareFigures } from './compare-figures.ts'

test('prices beyond the precision of a float are ordered correctly', () => {
  expect(compareFigures('money', '9007199254740993.1', '9007199254740993.2')).toBe(-1)
  expect(compareFigures('money', '10', '9')).toBe(1)
})

test('a missing figure comes last', () => {
  expect(compareFigures('money', undefined, '1')).toBe(1)
  expect(compareFigures('integer', '1', undefined)).toBe(-1)
})
