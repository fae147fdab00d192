import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

test('a full bucket lets its size through at once, then as many as it gains', () => {
  let now = 0
  const pass = createTokenBucket(3, 2, () => now)
  expect([pass(), pass(), pass(), pass()]).toEqual([true, true, true, false])
  now = 400
  expect(pass()).toBe(false)
  now = 1000
  expect([pass(), pass(), pass()]).toEqual([true, true, false])
})

test('a bucket never holds more than its size, and a clock set back does not refill it', () => {
  let now = 0
  const pass = createTokenBucket(2, 1, () => now)
  now = 1_000_000
  expect([pass(), pass(), pass()]).toEqual([true, true, false])
  now = 0
  expect(pass()).toBe(false)
})
