import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

test('as many as it holds pass at once, then no more until it fills again', () => {
  let now = 0
  const pass = createTokenBucket(3, 2, () => now)
  expect([pass(), pass(), pass(), pass()]).toEqual([true, true, true, false])
  now = 400
  expect(pass()).toBe(false)
  now = 1000
  expect([pass(), pass(), pass()]).toEqual([true, true, false])
})

test('it never holds more than its size, and a clock set back takes nothing away', () => {
  let now = 0
  const pass = createTokenBucket(2, 1, () => now)
  now = 1_000_000
  expect([pass(), pass(), pass()]).toEqual([true, true, false])
  now = 0
  expect(pass()).toBe(false)
})
