import { expect, test } from 'vitest'
import { poolRandom, poolRandomHex } from './random-pool.ts'

/** Bytes that count up, so that each can be recognised; `draws` are the lengths asked for. */
function counting() {
  const draws: number[] = []
  let next = 0
  const random = (length: number) => {
    draws.push(length)
    return Uint8Array.from({ length }, () => next++)
  }
  return { draws, random }
}

test('random bytes are drawn in large blocks, and each is given out once', () => {
  const { draws, random } = counting()
  const pooled = poolRandom(random, 32)
  const given = [16, 12, 4, 12, 16].map((length) => [...pooled(length)])
  expect(given.map(({ length }) => length)).toEqual([16, 12, 4, 12, 16])
  expect(new Set(given.flat()).size).toBe(60)
  expect(draws).toEqual([32, 32])
})

test('a request does not span two pools; one longer than a pool is drawn directly', () => {
  const { draws, random } = counting()
  const pooled = poolRandom(random, 32)
  expect([...pooled(30)]).toEqual(Array.from({ length: 30 }, (_, i) => i))
  expect([...pooled(4)]).toEqual([32, 33, 34, 35])
  expect(pooled(33)).toHaveLength(33)
  expect([...pooled(1)]).toEqual([36])
  expect(draws).toEqual([32, 32, 33])
})

test('random digits are drawn in large blocks, too, and each is given out once', () => {
  const { draws, random } = counting()
  const pooled = poolRandomHex(random, 32)
  expect(pooled(16)).toBe('000102030405060708090a0b0c0d0e0f')
  const given = [12, 16, 33, 12].map(pooled)
  expect(given.map(({ length }) => length)).toEqual([24, 32, 66, 24])
  expect(given[1]).toBe('202122232425262728292a2b2c2d2e2f')
  expect(draws).toEqual([32, 32, 33])
})
