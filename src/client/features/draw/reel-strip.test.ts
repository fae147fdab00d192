import { expect, test } from 'vitest'
import { settlingStrip, spinningStrip } from './reel-strip.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i))

test.each([1, 2, 3, 51, 1000])('a wheel of %i stops with the drawn candidate in the middle', (count) => {
  for (const index of [0, count - 1, Math.floor(count / 2)]) {
    const { rows, to } = settlingStrip(numbers(count), index)
    expect(rows.filter(({ drawn }) => drawn)).toEqual([rows[to + 2]])
    expect(rows[to + 2]?.candidate).toBe(String(index))
    expect(rows.every(({ candidate }) => candidate !== '')).toBe(true)
    expect(rows[to + 1]?.candidate).toBe(String((index + count - 1) % count))
  }
})

test.each([2, 3, 51, 1000])('a wheel of %i turns seamlessly, with at most 60 rows', (count) => {
  const { rows, to } = spinningStrip(numbers(count))
  for (let i = 0; i < 5; i += 1) expect(rows[to + i]?.candidate).toBe(rows[i]?.candidate)
  expect(rows.length).toBeLessThanOrEqual(60)
})
