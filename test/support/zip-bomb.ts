import { constants, crc32, deflateRawSync } from 'node:zlib'
import { type Zippable, zipSync } from 'fflate'

const deflated = 8

/** An archive with these entries and one more of so many million zeros, made without holding them all in memory. */
export function zipWithZeros(entries: Zippable, name: string, millions: number): Uint8Array {
  const zeros = Buffer.alloc(1_000_000)
  // After a full flush the next block refers to nothing before it, so that one block can be repeated.
  const block = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([...Array<Buffer>(millions).fill(block), deflateRawSync(Buffer.alloc(0))])
  const archive = Buffer.from(zipSync({ ...entries, [name]: [packed, { level: 0 }] }))
  const sum = Array.from({ length: millions }).reduce<number>((before) => crc32(zeros, before), 0)
  // The entry was stored as it is: its local header and its place in the directory say now how it is packed.
  const [local, listed] = [archive.indexOf(name) - 30, archive.lastIndexOf(name) - 46]
  for (const [method, header] of [
    [local + 8, local + 14],
    [listed + 10, listed + 16],
  ] as const) {
    archive.writeUInt16LE(deflated, method)
    archive.writeUInt32LE(sum, header)
    archive.writeUInt32LE(millions * zeros.length, header + 8)
  }
  return archive
}
