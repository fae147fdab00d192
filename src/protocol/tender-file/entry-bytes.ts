import { Inflate } from 'fflate'

/** Bytes inflated at a time: deflate yields at most a thousand times as many before the size is checked. */
const chunkLength = 1024

const endLength = 22
const endSignature = 0x06054b50
const zip64Signature = 0x07064b50
const zip64Length = 20

/**
 * The packed bytes of an entry; `index` counts the directory's records, `size` is what its record states. Throws where
 * the archive has no such bytes or is a ZIP64 one.
 */
export function packedEntry(
  archive: Uint8Array,
  { index, size }: { index: number; size: number },
): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  let end = archive.length - endLength
  while (view.getUint32(end, true) !== endSignature) end -= 1
  if (end >= zip64Length && view.getUint32(end - zip64Length, true) === zip64Signature) {
    throw new RangeError('a ZIP64 archive')
  }
  let record = view.getUint32(end + 16, true)
  for (let i = 0; i < index; i += 1) {
    const lengths = [28, 30, 32].map((at) => view.getUint16(record + at, true))
    record += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  const header = view.getUint32(record + 42, true)
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  const packed = archive.subarray(start, start + size)
  if (packed.length !== size) throw new RangeError('cut short')
  return packed
}

/**
 * Inflates bytes that must come to `length`; null where they do not. The directory's size is not trusted: inflating
 * stops as soon as it proves wrong. Throws on bytes that are not deflated.
 */
export function inflateTo(packed: Uint8Array, length: number): Uint8Array | null {
  const inflated = new Uint8Array(length)
  let size = 0
  const inflate = new Inflate((chunk) => {
    if (size + chunk.length <= length) inflated.set(chunk, size)
    size += chunk.length
  })
  for (let at = 0; size <= length; at += chunkLength) {
    const isLast = at + chunkLength >= packed.length
    inflate.push(packed.subarray(at, at + chunkLength), isLast)
    if (isLast) break
  }
  return size === length ? inflated : null
}
