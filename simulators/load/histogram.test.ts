import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { addAll, count, type Histogram, percentiles } from './histogram.ts'

it('is null without measurements', () => {
  expect(percentiles(new Map())).toBeNull()
})

it('counts a negative time as 0', () => {
  expect(percentiles(of([-3]))).toEqual({ count: 1, p50: 0, p95: 0, p99: 0, max: 0 })
})

const times = fc.array(fc.double({ min: 0, max: 100_000, noNaN: true }), { minLength: 1 })

test('percentiles are within 1 % of the exact ones, and 0.02 ms', () =>
  fc.assert(
    fc.property(times, (values) => {
      const sorted = [...values].sort((a, b) => a - b)
      const exact = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
      const found = percentiles(of(values))
      for (const [share, value] of [
        [0.5, found?.p50],
        [0.95, found?.p95],
        [0.99, found?.p99],
        [1, found?.max],
      ] as const) {
        expect(Math.abs((value ?? Number.NaN) - exact(share))).toBeLessThanOrEqual(0.01 * exact(share) + 0.02)
      }
    }),
  ))

test('percentiles of merged histograms are those of all measurements', () =>
  fc.assert(
    fc.property(times, times, (some, others) => {
      const both = of(some)
      addAll(both, of(others))
      expect(percentiles(both)).toEqual(percentiles(of([...some, ...others])))
    }),
  ))

function of(values: readonly number[]): Histogram {
  const histogram: Histogram = new Map()
  for (const value of values) count(histogram, value)
  return histogram
}
