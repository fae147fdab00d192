import { type ByteSource, latin1, viewOf } from './source.ts'

/** What the end of a zip file says of its directory. */
export interface ZipEnd {
  readonly entries: number
  /** Where the directory begins, as the file says and as it lies before its end. */
  readonly saidOffset: number
  readonly offset: number
  readonly size: number
}

export interface ZipEntry {
  readonly name: string
  /** Bytes once unpacked, as the directory says. */
  readonly unpacked: number
  readonly encrypted: boolean
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const longestComment = 0xffff

/** A document has some dozens of parts; a directory beyond this is none of a document. */
const mostEntries = 10_000
const largestDirectory = 4 * 1024 * 1024

/** The record at a zip file's very end; null where there is none. What stands before a zip file is no hindrance to it. */
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
 * The entries of a file that is a zip file from its first byte to its last, with nothing before, between or behind;
 * null where it is none, or its directory is not in order.
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
