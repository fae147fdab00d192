import { expect, test } from 'vitest'
import { clockText } from './clock-text.ts'

const days = (count: number) => `${count} d`

test.each([
  [1, '00:01'],
  [59_001, '01:00'],
  [599_000, '09:59'],
  [3_600_000, '1:00:00'],
  [86_400_000 * 2 + 61_000, '2 d 00:01:01'],
])('%d ms left reads %s', (milliseconds, text) => {
  expect(clockText(milliseconds, days)).toBe(text)
})

test('a passed deadline never shows a negative time', () => {
  expect(clockText(-5000, days)).toBe('00:00')
})
