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

/** The places to draw: those of `places`, which follow each other, and that of the row with the focus (-1: none). */
export function withFocused(places: number[], focused: number): number[] {
  const [first, last] = [places[0], places.at(-1)]
  if (focused < 0 || first === undefined || last === undefined) return places
  if (focused < first) return [focused, ...places]
  return focused > last ? [...places, focused] : places
}

/** The places that follow each other, and apart from them one that is left behind: that of the row with the focus. */
export function apart<Item extends { readonly index: number }>(items: readonly Item[]) {
  const gap = items.findIndex(({ index }, at) => at > 0 && index !== (items[at - 1]?.index ?? 0) + 1)
  if (gap < 0) return { before: [], together: items, after: [] }
  const [head, tail] = [items.slice(0, gap), items.slice(gap)]
  return gap === 1 ? { before: head, together: tail, after: [] } : { before: [], together: head, after: tail }
}
