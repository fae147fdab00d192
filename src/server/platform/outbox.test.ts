import { expect, it } from 'vitest'
import { pauseAfter } from './outbox.ts'

it('doubles the pause after every failure, up to an hour', () => {
  expect([1, 2, 3, 4].map(pauseAfter)).toEqual([2000, 4000, 8000, 16_000])
  expect(pauseAfter(12)).toBe(3_600_000)
  expect(pauseAfter(5000)).toBe(3_600_000)
})
