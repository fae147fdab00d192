import { expect, test } from 'vitest'
import { poolRandom } from './random-pool.ts'

/** Bytes that count up, so that each says which one it is; `draws` are the lengths asked for. */
function counting() {
  const draws: number[] = []
  let next = 0
  const random = (length: number) => {
    draws.push(length)
    return Uint8Array.from({ length }, () => next++)
  }
  return { draws, random }
}

test('every random byte is given out once, few at a time, drawn many at a time', () => {
  const { draws, random } = counting()
  const pooled = poolRandom(random, 32)
  const given = [16, 12, 4, 12, 16].map((length) => [...pooled(length)])
  expect(given.map(({ length }) => length)).toEqual([16, 12, 4, 12, 16])
  expect(new Set(given.flat()).size).toBe(60)
  expect(draws).toEqual([32, 32])
})

test('what the rest of a pool is too short for comes whole from the next; what no pool holds is drawn by itself', () => {
  const { draws, random } = counting()
  const pooled = poolRandom(random, 32)
  expect([...pooled(30)]).toEqual(Array.from({ length: 30 }, (_, i) => i))
  expect([...pooled(4)]).toEqual([32, 33, 34, 35])
  expect(pooled(33)).toHaveLength(33)
  expect([...pooled(1)]).toEqual([36])
  expect(draws).toEqual([32, 32, 33])
})
