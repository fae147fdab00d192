import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeTogether } from './take-together.ts'

const itself = (commands: number) => commands

test('single commands of many sessions share a commit, and so do large batches of a few', () => {
  const single = Array.from({ length: 60 }, () => 1)
  expect(takeTogether(single, itself)).toHaveLength(25)
  const large = Array.from({ length: 60 }, () => 20)
  expect(takeTogether(large, itself)).toHaveLength(12)
  expect(takeTogether([], itself)).toEqual([])
})

test('everything is taken once and in order, and nothing is too large to be taken', () => {
  const sizes = fc.array(fc.nat(1000), { maxLength: 200 })
  const property = fc.property(sizes, (commands) => {
    const waiting = [...commands]
    const taken: number[] = []
    while (waiting.length > 0) {
      const together = takeTogether(waiting, itself)
      expect(together.length).toBeGreaterThan(0)
      taken.push(...together)
    }
    expect(taken).toEqual(commands)
  })
  fc.assert(property)
})
