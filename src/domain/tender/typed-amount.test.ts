import { expect, test } from 'vitest'
import { plainAmount } from './typed-amount.ts'

test.each([
  ['1,234,567.50', '1234567.50'],
  ['1，234，567．50', '1234567.50'],
  ['４８６０．５０', '4860.50'],
  ['1 234 567', '1234567'],
  ["1'234’567", '1234567'],
  [' 4860.5 ', '4860.5'],
  ['', ''],
  // Not in groups of three: not known to be what was meant.
  ['1,23', '1,23'],
  ['12,34,567', '12,34,567'],
  ['abc', 'abc'],
])('[TEN-12] %s is read as %s', (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain)
})
