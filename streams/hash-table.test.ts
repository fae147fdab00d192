import { expect, test } from 'vitest'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { hashTable } from './hash-table.ts'

const hashOf = (seq: number) => sha256Hex(`${seq}`)
const seqs = [1, 255, 256, 257, 5000]

function filled() {
  const table = hashTable()
  for (const seq of seqs) table.set(seq, hashOf(seq))
  return table
}

test('a hash is found at its seq alone', () => {
  const table = filled()
  for (const seq of seqs) expect(table.at(seq)).toBe(hashOf(seq))
  for (const seq of [0, 2, 254, 258, 4999, 5001, 100_000]) expect(table.at(seq)).toBeNull()
  expect([table.last, hashTable().last]).toEqual([5000, 0])
})

test('a part has the hashes up to a seq, and neither changes the other', () => {
  const table = filled()
  for (const until of [0, 1, 254, 255, 256, 1000, 5000, Number.POSITIVE_INFINITY]) {
    const part = table.until(until)
    for (const seq of seqs) expect(part.at(seq)).toBe(seq <= until ? hashOf(seq) : null)
    expect(part.last).toBe(Math.max(0, ...seqs.filter((seq) => seq <= until)))
    part.set(1, hashOf(7))
    part.set(6000, hashOf(8))
    expect([table.at(1), table.at(6000), part.at(1)]).toEqual([hashOf(1), null, hashOf(7)])
  }
})
