import type { VisibleEntry } from '#domain/log/entry.ts'

/**
 * An immutable list of consecutive entries that grows at both ends and can be cut at its start. Appending returns a new
 * list that shares all chunks but the last: a log of 100,000 entries is not copied with every batch, and values derived per
 * chunk (in a `WeakMap`) are derived once.
 */
export interface EntryList extends Iterable<VisibleEntry> {
  readonly length: number
  /** Chunks in order; none is empty. */
  readonly chunks: readonly (readonly VisibleEntry[])[]
  /** The entry at an index from 0; undefined outside. */
  at(index: number): VisibleEntry | undefined
  append(entries: readonly VisibleEntry[]): EntryList
  prepend(entries: readonly VisibleEntry[]): EntryList
  /** The last `count` entries; all if there are no more. */
  latest(count: number): EntryList
}

/** No chunk is larger: the last one is filled up to this size before another one is started. */
const chunkSize = 512

/** A list of chunks, none of them empty. */
function entryList(chunks: readonly (readonly VisibleEntry[])[]): EntryList {
  const starts: number[] = []
  let length = 0
  for (const chunk of chunks) {
    starts.push(length)
    length += chunk.length
  }

  return {
    length,
    chunks,
    at(index) {
      if (index < 0 || index >= length) return undefined
      let low = 0
      let high = chunks.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] ?? 0) <= index) low = middle
        else high = middle - 1
      }
      return chunks[low]?.[index - (starts[low] ?? 0)]
    },
    append(entries) {
      if (entries.length === 0) return entryList(chunks)
      const last = chunks.at(-1)
      if (!last || last.length + entries.length > chunkSize)
        return entryList([...chunks, ...inChunks(entries)])
      return entryList([...chunks.slice(0, -1), [...last, ...entries]])
    },
    prepend: (entries) => entryList([...inChunks(entries), ...chunks]),
    latest(count) {
      const surplus = length - count
      const kept = chunks.flatMap((chunk, index) => {
        const cut = surplus - (starts[index] ?? 0)
        if (cut <= 0) return [chunk]
        return cut < chunk.length ? [chunk.slice(cut)] : []
      })
      return entryList(kept)
    },
    *[Symbol.iterator]() {
      for (const chunk of chunks) yield* chunk
    },
  }
}

/** The chunks of entries that come at once, so that only the first is another one when the list is cut. */
function inChunks(entries: readonly VisibleEntry[]): (readonly VisibleEntry[])[] {
  const count = Math.ceil(entries.length / chunkSize)
  return Array.from({ length: count }, (_, at) => entries.slice(at * chunkSize, (at + 1) * chunkSize))
}

export const noEntries: EntryList = entryList([])
