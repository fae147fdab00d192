import { expect, test } from 'vitest'
import { type HostileRun, mayStay, quantile, verdictOf, verdictOnMemory } from './verdict.ts'

const run: HostileRun = {
  ...{ inputs: 20_000, findings: [], answers: { 200: 1000 } },
  ...{ firstCalmP99: 20, calmP99: 30, attackedP99: 89, saturatedP99: 400 },
  ...{ memoryBefore: 200, memoryPeak: 500, memoryAfter: 360 },
}

test.each<[string, Partial<HostileRun>]>([
  ['times within three times the calm', {}],
  ['short times that are more than three times the calm', { calmP99: 5, attackedP99: 50 }],
  [
    'a calm that is longer on a machine that became slower',
    { firstCalmP99: 20, calmP99: 60, attackedP99: 180 },
  ],
  ['memory that was needed and came back', { memoryPeak: 3000 }],
])('[HOS-1] a run with %s is in order', (_, figures) => {
  expect(verdictOf({ ...run, ...figures })).toEqual([])
})

test.each<[string, Partial<HostileRun>, string]>([
  ['that waited over three times as long as in calm', { attackedP99: 91 }, '91 ms (p99), 30 ms in calm'],
  ['that waited over 50 ms after a short calm', { calmP99: 5, attackedP99: 51 }, '51 ms (p99), 5 ms in calm'],
  ['that wait longer after it', { firstCalmP99: 20, calmP99: 61 }, '61 ms (p99) in a pause, 20 ms before'],
  ['that waited over a second at the limit', { saturatedP99: 1001 }, "1001 ms (p99) at the server's limit"],
])('[HOS-1] a run with honest users %s is not', (_, figures, problem) => {
  expect(verdictOf({ ...run, ...figures })).toEqual([expect.stringContaining(problem)])
})

test('[HOS-1] memory may stay at one and a half times what it was and 64 MB', () => {
  expect(mayStay(200)).toBe(364)
  expect(verdictOnMemory({ ...run, memoryAfter: 364 })).toEqual([])
  expect(verdictOnMemory({ ...run, memoryAfter: 365 })).toEqual(['memory stayed at 365 MB, from 200 MB'])
  expect(verdictOf({ ...run, memoryAfter: 365 })).toHaveLength(1)
})

test('the value that a share of numbers does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([51, 100, 100])
  expect(quantile([7], 0.99)).toBe(7)
  expect(quantile([], 0.99)).toBe(0)
})
