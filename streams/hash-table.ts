import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** SHA-256 hashes by seq, as bytes: a log of 100,000 entries takes 3 MB, as texts in a map ten. */
export interface HashTable {
  /** The hash in lower-case hex; null where there is none. */
  at(seq: number): string | null
  set(seq: number, hash: string): void
  /** The highest seq with a hash; 0 without one. */
  readonly last: number
  /** A copy of the hashes up to a seq. */
  until(seq: number): HashTable
}

const bytesPerHash = 32
/** Hashes that share one array. */
const perPage = 256

type Pages = Map<number, Uint8Array>

/** An empty table. */
export function hashTable(): HashTable {
  return tableOf(new Map(), 0)
}

function tableOf(pages: Pages, last: number): HashTable {
  let highest = last

  function at(seq: number): string | null {
    const bytes = pages.get(Math.floor(seq / perPage))?.subarray(...placeOf(seq))
    // No entry hashes to zero.
    return bytes?.some((byte) => byte !== 0) ? bytesToHex(bytes) : null
  }

  return {
    at,
    set(seq, hash) {
      const number = Math.floor(seq / perPage)
      const page = pages.get(number) ?? new Uint8Array(perPage * bytesPerHash)
      pages.set(number, page)
      page.set(hexToBytes(hash), placeOf(seq)[0])
      if (seq > highest) highest = seq
    },
    get last() {
      return highest
    },
    until(seq) {
      const copies: Pages = new Map()
      for (const [number, page] of pages) {
        const kept = Math.min(perPage, seq + 1 - number * perPage)
        if (kept > 0) copies.set(number, page.slice().fill(0, kept * bytesPerHash))
      }
      let end = Math.min(seq, highest)
      while (end > 0 && at(end) === null) end -= 1
      return tableOf(copies, end)
    },
  }
}

/** The first byte of a hash in its page, and the one after the last. */
function placeOf(seq: number): [number, number] {
  const start = (seq % perPage) * bytesPerHash
  return [start, start + bytesPerHash]
}
