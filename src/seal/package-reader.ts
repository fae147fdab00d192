import { parseBoundedJson } from '#lib/json-bounds.ts'
import { entryNameAt, headerLength, longestDirectory, readDirectory } from './bid-directory.ts'
import { joined } from './bytes.ts'
import {
  type BidContent,
  bidContentSchema,
  bidEntryName,
  largestOpenedBytes,
  maxBidJsonBytes,
  saltLength,
} from './format.ts'

/** A bid's content and the list of its files. */
export interface BidPackage {
  readonly content: BidContent
  readonly documents: { readonly name: string; readonly size: number }[]
}

/** Enough bytes to contain `bid.json` with its header and the longest extra field. */
const headLength = saltLength + headerLength + 2 * 0xffff + maxBidJsonBytes

/**
 * Reads a plaintext (format rules 1 to 3) as a stream. Only the beginning with `bid.json` and the end with the
 * directory are kept in memory.
 */
export function createPackageReader(maxBytes = largestOpenedBytes) {
  const head: Uint8Array[] = []
  let tail: Uint8Array[] = []
  let headFilled = 0
  let tailFilled = 0
  let length = 0

  function push(piece: Uint8Array): void {
    length += piece.length
    if (headFilled < headLength) {
      const taken = piece.subarray(0, headLength - headFilled)
      head.push(taken)
      headFilled += taken.length
    }
    tail.push(piece)
    tailFilled += piece.length
    if (tailFilled > 2 * longestDirectory) {
      // A copy, because a view would keep the whole buffer in memory.
      tail = [joined(tail).slice(-longestDirectory)]
      tailFilled = longestDirectory
    }
  }

  /** To be called after the last `push`. Throws on anything that the format does not allow. */
  function finish(): BidPackage {
    const archiveLength = length - saltLength
    if (archiveLength < 0) throw new Error('no archive')
    const end = joined(tail)
    const kept = end.subarray(Math.max(end.length - archiveLength, end.length - longestDirectory, 0))
    const entries = readDirectory(kept, archiveLength, maxBytes)
    const content = readContent(joined(head).subarray(saltLength), entries[0]?.size ?? 0)
    const documents = entries.flatMap(({ fileName, size }) =>
      fileName === null ? [] : [{ name: fileName, size }],
    )
    return { content, documents }
  }

  return { push, finish }
}

/** `bid.json`, the first entry of an archive. */
function readContent(archive: Uint8Array, size: number): BidContent {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  if (view.getUint32(0, true) !== 0x04034b50) throw new Error('no entry at the beginning')
  const nameEnd = headerLength + view.getUint16(26, true)
  const start = nameEnd + view.getUint16(28, true)
  if (entryNameAt(view, headerLength, nameEnd) !== bidEntryName) throw new Error('another first entry')
  if (start + size > archive.length) throw new Error('entry cut short')
  const text = new TextDecoder('utf-8', { fatal: true }).decode(archive.subarray(start, start + size))
  return bidContentSchema.parse(parseBoundedJson(text))
}
