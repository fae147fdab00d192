import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { sha256Hex } from '../log/canonical-json.ts'
import { candidatesOf } from './candidates.ts'
import { drawIndexes } from './fair-draw.ts'
import { type DrawKind, type DrawParameter, drawKindNames, drawKinds } from './kinds.ts'
import { proposedRange } from './parameters.ts'

const range = { start: '1', end: '7', interval: '0.5' }
const sample = tender({
  evaluation: {
    industryCategory: 1,
    ranges: {
      alpha: range,
      k1: range,
      k2: range,
      j: range,
      floatingPercentage: range,
      randomIndex: { ...range, interval: '1' },
    },
  },
})

function countOf(parameter: DrawParameter): number {
  const candidates = candidatesOf(parameter, proposedRange(parameter, sample), sample)
  if (!candidates.ok) throw new Error(candidates.error.code)
  return candidates.value.length
}

/** The probability of a deviation this large by chance: the upper tail of chi-square (Wilson and Hilferty). */
function chiSquareP(observed: readonly number[], expected: number): number {
  const degrees = observed.length - 1
  const statistic = observed.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const z = ((statistic / degrees) ** (1 / 3) - (1 - 2 / (9 * degrees))) / Math.sqrt(2 / (9 * degrees))
  return 1 - normalBelow(z)
}

function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? 1 - tail : tail
}

/** For each kind. Together they are over two million. */
const draws = 200_000
const seeds = 2_000
/** As in real draws: each has its own seed, of which only the first numbers are used. */
const freshSeeds = 5_000

/** How often each candidate of each parameter is drawn, `each` times with every seed. */
function drawn(kind: DrawKind, seeds: number, each: number): Uint32Array[] {
  const tallies = drawKinds[kind].map((parameter) => new Uint32Array(countOf(parameter)))
  for (let i = 0; i < seeds; i += 1) {
    const next = drawIndexes(createHash('sha256').update(`${kind} ${i} of ${seeds}`).digest('hex'))
    for (let j = 0; j < each; j += 1) {
      for (const tally of tallies) {
        const index = next(tally.length)
        tally[index] = (tally[index] ?? 0) + 1
      }
    }
  }
  return tallies
}

describe('[DRW-17] over two million draws all candidates are equally likely', () => {
  test.each(drawKindNames)('%s', { timeout: 300_000 }, (kind) => {
    const tallies = drawn(kind, seeds, draws / seeds)
    for (const [part, tally] of tallies.entries()) {
      expect(tally.reduce((sum, count) => sum + count)).toBe(draws)
      expect(chiSquareP([...tally], draws / tally.length), `part ${part}`).toBeGreaterThan(0.001)
    }
  })

  test.each(drawKindNames)('the first result of a fresh seed: %s', { timeout: 300_000 }, (kind) => {
    for (const [part, tally] of drawn(kind, freshSeeds, 1).entries())
      expect(chiSquareP([...tally], freshSeeds / tally.length), `part ${part}`).toBeGreaterThan(0.001)
  })

  test('the test notices a biased rule', () => {
    const next = drawIndexes(sha256Hex('lopsided'))
    const tally = [0, 0, 0]
    // One draw in a hundred is not random.
    for (let i = 0; i < 100_000; i += 1) {
      const index = i % 100 === 0 ? 0 : next(3)
      tally[index] = (tally[index] ?? 0) + 1
    }
    expect(chiSquareP(tally, 100_000 / 3)).toBeLessThan(0.001)
  })
})

/** The numbers of a seed by the written rule. */
function numbersOf(seed: string, digests: number): number[] {
  return Array.from({ length: digests }, (_, counter) => {
    const message = Buffer.alloc(4)
    message.writeUInt32BE(counter)
    const digest = createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest()
    return Array.from({ length: 8 }, (_, i) => digest.readUInt32BE(i * 4))
  }).flat()
}

test('[DRW-17] the indexes follow the written rule', () => {
  const seed = sha256Hex('as written')
  const next = drawIndexes(seed)
  for (const number of numbersOf(seed, 6)) expect(next(51)).toBe(number % 51)
})

test('a number in the last, incomplete multiple is skipped', () => {
  // A quarter of all numbers is skipped, so that a rule without skipping would fail within a few draws.
  const count = 3 * 2 ** 30
  const seed = sha256Hex('rejected')
  const numbers = numbersOf(seed, 6)
  const kept = numbers.filter((number) => number < count)
  expect(kept.length).toBeLessThan(numbers.length)
  const next = drawIndexes(seed)
  for (const number of kept) expect(next(count)).toBe(number)
})
