import { type ByteSource, latin1, viewOf } from './source.ts'

/** The end record of a zip file. */
export interface ZipEnd {
  readonly entries: number
  /** The directory's start: as stated, and as computed from its end. */
  readonly saidOffset: number
  readonly offset: number
  readonly size: number
}

export interface ZipEntry {
  readonly name: string
  /** Unpacked size in bytes, as the directory states. */
  readonly unpacked: number
  readonly encrypted: boolean
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const longestComment = 0xffff

/** The greatest number of entries of a document, which has some dozens. */
const mostEntries = 10_000
const largestDirectory = 4 * 1024 * 1024

/** The end record of a zip file; null where there is none. Bytes before the zip file are allowed. */
export async function zipEnd(source: ByteSource): Promise<ZipEnd | null> {
  const from = Math.max(0, source.size - endLength - longestComment)
  const tail = await viewOf(source, from, source.size - from)
  if (!tail) return null
  for (let at = tail.byteLength - endLength; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endSignature) continue
    if (at + endLength + tail.getUint16(at + 20, true) !== tail.byteLength) continue
    const size = tail.getUint32(at + 12, true)
    const offset = from + at - size
    const entries = tail.getUint16(at + 10, true)
    if (offset >= 0 && (entries === 0 || (await signatureAt(source, offset)) === entrySignature)) {
      return { entries, saidOffset: tail.getUint32(at + 16, true), offset, size }
    }
  }
  return null
}

/**
 * The entries of a file that is a zip file from its first to its last byte, without gaps; null for another file or an
 * invalid directory.
 */
export async function zipEntries(source: ByteSource): Promise<ZipEntry[] | null> {
  const end = await zipEnd(source)
  if (!end || end.saidOffset !== end.offset || end.entries > mostEntries || end.size > largestDirectory) {
    return null
  }
  if ((await signatureAt(source, 0)) !== localSignature) return null
  const view = await viewOf(source, end.offset, end.size)
  return view && readDirectory(view, end.entries)
}

const entryLength = 46

function readDirectory(view: DataView, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + entryLength > view.byteLength || view.getUint32(at, true) !== entrySignature) return null
    const nameLength = view.getUint16(at + 28, true)
    const next = at + entryLength + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > view.byteLength) return null
    const name = new Uint8Array(view.buffer, view.byteOffset + at + entryLength, nameLength)
    entries.push({
      name: latin1(name),
      unpacked: view.getUint32(at + 24, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
    })
    at = next
  }
  return at === view.byteLength ? entries : null
}

async function signatureAt(source: ByteSource, offset: number): Promise<number | undefined> {
  return (await viewOf(source, offset, 4))?.getUint32(0, true)
}
