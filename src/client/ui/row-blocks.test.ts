import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apart, rowBlocks, withFocused } from './row-blocks.ts'

const ends = (places: readonly number[]) => [places[0], places.at(-1), places.length]

test('whole blocks around what is in view are drawn', () => {
  expect(ends(rowBlocks({ startIndex: 0, endIndex: 9, overscan: 8, count: 1000 }))).toEqual([0, 19, 20])
  expect(ends(rowBlocks({ startIndex: 101, endIndex: 110, overscan: 8, count: 1000 }))).toEqual([92, 119, 28])
  expect(ends(rowBlocks({ startIndex: 990, endIndex: 1001, overscan: 8, count: 1002 }))).toEqual([
    980, 1001, 22,
  ])
  expect(rowBlocks({ startIndex: 0, endIndex: 0, overscan: 8, count: 0 })).toEqual([])
})

test('every row in view is among them, once and in order, and no other than the table has', () => {
  const ranges = fc
    .record({ startIndex: fc.nat(999), more: fc.nat(60), overscan: fc.nat(20), after: fc.nat(50) })
    .map(({ startIndex, more, overscan, after }) => {
      const endIndex = startIndex + more
      return { startIndex, endIndex, overscan, count: endIndex + 1 + after }
    })
  fc.assert(
    fc.property(ranges, (range) => {
      const places = rowBlocks(range)
      expect(places).toEqual(Array.from(places, (_, i) => (places[0] ?? 0) + i))
      expect(places[0]).toBeLessThanOrEqual(range.startIndex)
      expect(places.at(-1)).toBeGreaterThanOrEqual(range.endIndex)
      expect(places.at(-1)).toBeLessThan(range.count)
    }),
  )
})

test('the row with the focus is drawn wherever it is, once, and stands apart only out of view', () => {
  const block = [8, 9, 10, 11]
  const itemsWith = (focused: number) => withFocused(block, focused).map((index) => ({ index }))
  const indexes = (focused: number) => {
    const { before, together, after } = apart(itemsWith(focused))
    return [before, together, after].map((items) => items.map(({ index }) => index))
  }
  expect(indexes(-1)).toEqual([[], block, []])
  expect(indexes(9)).toEqual([[], block, []])
  expect(indexes(2)).toEqual([[2], block, []])
  expect(indexes(90)).toEqual([[], block, [90]])
  // Right beside the others it is one of them.
  expect(indexes(7)).toEqual([[], [7, ...block], []])
  expect(indexes(12)).toEqual([[], [...block, 12], []])
  expect(withFocused([], 3)).toEqual([])
})
