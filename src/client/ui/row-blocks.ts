import type { Range } from '@tanstack/react-virtual'

/** Rows come and go by so many: each time the browser lays out the whole table. */
const blockLength = 4

/** The places of the rows that are drawn: whole blocks around those in view. */
export function rowBlocks({ startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, startIndex - overscan)
  const last = Math.min(count - 1, endIndex + overscan)
  const from = first - (first % blockLength)
  const to = Math.min(count, last - (last % blockLength) + blockLength)
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}
