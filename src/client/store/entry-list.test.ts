import { expect, test } from 'vitest'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { noEntries } from './entry-list.ts'

const run = (from: number, to: number): VisibleEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, hash: '' }))
const seqs = (list: Iterable<VisibleEntry>) => [...list].map(({ seq }) => seq)

test('a list grows at both ends and is read in order and by index', () => {
  const list = noEntries.append(run(11, 12)).append(run(13, 1300)).prepend(run(1, 10)).append(run(1301, 1301))
  expect(list).toHaveLength(1301)
  expect(seqs(list)).toEqual(run(1, 1301).map(({ seq }) => seq))
  expect([0, 9, 10, 12, 1300].map((index) => list.at(index)?.seq)).toEqual([1, 10, 11, 13, 1301])
  expect([list.at(-1), list.at(1301), noEntries.at(0)]).toEqual([undefined, undefined, undefined])
})

test('a list never changes, and a longer one shares its full chunks', () => {
  let list = noEntries
  for (let seq = 1; seq <= 2000; seq += 1) list = list.append(run(seq, seq))
  const longer = list.append(run(2001, 2001)).prepend(run(-9, 0))
  expect(list).toHaveLength(2000)
  expect(longer.chunks.slice(1, 4)).toEqual(list.chunks.slice(0, 3))
  for (const index of [0, 1, 2]) expect(longer.chunks[index + 1]).toBe(list.chunks[index])
  expect(list.chunks.every((chunk) => chunk.length > 0)).toBe(true)
  expect(list.append([]).chunks).toBe(list.chunks)
  expect(list.prepend(run(-1999, 0)).chunks).toHaveLength(8)
})

test.each([
  ['one by one', 1],
  ['at once', 2000],
])(
  '[SNP-7] the latest of entries that came %s share all chunks but the first, which may be cut',
  (_, step) => {
    let list = noEntries
    for (let seq = 1; seq <= 2000; seq += step) list = list.append(run(seq, seq + step - 1))
    expect(list.chunks).toHaveLength(4)
    for (const count of [0, 1, 464, 976, 977, 1999, 2000, 3000]) {
      const latest = list.latest(count)
      expect(seqs(latest)).toEqual(count === 0 ? [] : seqs(list).slice(-count))
      expect(latest.chunks.slice(1)).toEqual(list.chunks.slice(list.chunks.length - latest.chunks.length + 1))
      for (const [index, chunk] of latest.chunks.slice(1).entries())
        expect(chunk).toBe(list.chunks[list.chunks.length - latest.chunks.length + 1 + index])
      expect(latest.at(0)?.seq).toBe(count === 0 ? undefined : Math.max(1, 2001 - count))
    }
  },
)
