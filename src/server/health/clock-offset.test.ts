import { expect, test } from 'vitest'
import { createClockOffset } from './clock-offset.ts'

/** A clock that is `apart` behind another one; `ask` reads the other with these delays there and back. */
function fixture(apart: number) {
  let now = 1_000_000
  let by = apart
  const offset = createClockOffset(() => now)
  return {
    offset,
    set: (to: number) => {
      by = to
    },
    ask(there: number, back: number) {
      const asked = now
      now += there
      const shown = now + by
      now += back
      offset.observe(asked, shown)
      return offset.milliseconds()
    },
  }
}

test.each([7000, -7000, 3_600_000])('an offset of %i ms is estimated to half a round trip', (apart) => {
  const { ask } = fixture(apart)
  expect(Math.abs(ask(3, 9) - apart)).toBeLessThanOrEqual(6)
})

test('equal clocks have no offset, however slow an answer is', () => {
  const { ask } = fixture(0)
  for (const [there, back] of [
    [2, 2],
    [1500, 0],
    [0, 4000],
  ] as const) {
    expect(ask(there, back)).toBe(0)
  }
})

test('a slow answer does not change a quick one’s estimate', () => {
  const { ask } = fixture(5000)
  const known = ask(1, 1)
  expect(ask(2000, 0)).toBe(known)
  expect(ask(0, 3000)).toBe(known)
})

test('after a clock is set the next answer corrects the offset', () => {
  const { ask, set } = fixture(0)
  ask(1, 1)
  set(-30_000)
  expect(Math.abs(ask(1, 1) + 30_000)).toBeLessThanOrEqual(1)
})
