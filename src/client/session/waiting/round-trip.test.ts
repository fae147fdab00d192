import { expect, test } from 'vitest'
import { lineOf, medianRoundTrip } from './round-trip.ts'

/** A clock that goes on by these milliseconds with each question. */
function questions(...taken: readonly number[]) {
  let at = 0
  let asked = 0
  const ask = async () => {
    at += taken[asked] ?? 0
    asked += 1
    return true
  }
  return { ask, now: () => at, asked: () => asked }
}

test('one slow answer does not count', async () => {
  const { ask, now } = questions(20, 900, 30, 25, 22)
  expect(await medianRoundTrip(ask, now)).toBe(25)
})

test('nothing is measured when an answer is missing, and the server is not asked again', async () => {
  const { now, asked } = questions()
  expect(await medianRoundTrip(async () => false, now)).toBeNull()
  expect(asked()).toBe(0)
})

test.each([
  [20, 'good'],
  [499, 'good'],
  [500, 'slow'],
] as const)('a round trip of %s ms is %s', (milliseconds, line) => {
  expect(lineOf(milliseconds)).toBe(line)
})
