import { expect, test } from 'vitest'
import { compareFigures, figureText } from './figure-text.ts'

test.each([
  ['1234567.50', '1,234,567.50'],
  ['999', '999'],
  ['123456789012345678.123456', '123,456,789,012,345,678.123456'],
  ['0.00', '0.00'],
])('money %s reads %s: every digit stays', (value, text) => {
  expect(figureText('money', value)).toBe(text)
})

test('text is left alone, digits or not', () => {
  expect(figureText('text', '2026')).toBe('2026')
})

test('prices that a float would confuse keep their order', () => {
  expect(compareFigures('money', '9007199254740993.1', '9007199254740993.2')).toBe(-1)
  expect(compareFigures('money', '10', '9')).toBe(1)
})

test('a missing figure comes last', () => {
  expect(compareFigures('money', undefined, '1')).toBe(1)
  expect(compareFigures('integer', '1', undefined)).toBe(-1)
})
