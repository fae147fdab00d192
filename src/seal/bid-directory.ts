import { bidEntryName, filesFolder, isFileName, maxBidJsonBytes, maxFiles, sameNameKey } from './format.ts'

/** An entry of the archive's directory; `offset` is the position of its local header. */
export interface DirectoryEntry {
  /** Null for `bid.json`. */
  readonly fileName: string | null
  readonly size: number
  readonly offset: number
}

const endLength = 22
const entryLength = 46
export const headerLength = 30

/** The longest directory: the highest number of files, each with the longest name. */
export const longestDirectory = (maxFiles + 1) * (entryLength + filesFolder.length + 3 * 120) + endLength

/**
 * Reads and checks the directory at the end of an archive. `tail` is the archive's end, long enough for the longest
 * directory; `length` is that of the whole archive. Throws on whatever format rules 1 to 3 do not allow, such as
 * overlapping entries, so that the listed files are never larger than the archive.
 */
export function readDirectory(tail: Uint8Array, length: number, maxBytes: number): DirectoryEntry[] {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
  const end = tail.length - endLength
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new Error('no end of the archive')
  const count = view.getUint16(end + 10, true)
  const offset = view.getUint32(end + 16, true)
  const size = view.getUint32(end + 12, true)
  const whole = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === count
  if (!whole || view.getUint16(end + 20, true) !== 0) throw new Error('an archive in parts')
  if (count > maxFiles + 1) throw new Error('too many entries')
  if (offset + size !== length - endLength) throw new Error('the directory is not where it should be')
  const at = offset - (length - tail.length)
  if (at < 0) throw new Error('the directory is too long')
  const entries = listEntries(view, at, count, end)
  checkEntries(entries, offset, maxBytes)
  return entries
}

function listEntries(view: DataView, from: number, count: number, end: number): DirectoryEntry[] {
  const entries: DirectoryEntry[] = []
  let at = from
  for (let i = 0; i < count; i += 1) {
    if (at + entryLength > end || view.getUint32(at, true) !== 0x02014b50) throw new Error('no entry')
    const encrypted = (view.getUint16(at + 8, true) & 1) !== 0
    const size = view.getUint32(at + 24, true)
    const stored = view.getUint16(at + 10, true) === 0 && view.getUint32(at + 20, true) === size
    if (encrypted || !stored) throw new Error('entry not stored')
    const nameEnd = at + entryLength + view.getUint16(at + 28, true)
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > end) throw new Error('entry cut short')
    const fileName = fileNameOf(entryNameAt(view, at + entryLength, nameEnd))
    entries.push({ fileName, size, offset: view.getUint32(at + 42, true) })
    at = next
  }
  if (at !== end) throw new Error('more than entries')
  return entries
}

export function entryNameAt(view: DataView, from: number, to: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from, to - from)
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function fileNameOf(entryName: string): string | null {
  if (entryName === bidEntryName) return null
  const fileName = entryName.startsWith(filesFolder) ? entryName.slice(filesFolder.length) : ''
  if (!isFileName(fileName)) throw new Error('bad name')
  return fileName
}

function checkEntries(entries: readonly DirectoryEntry[], directoryOffset: number, maxBytes: number): void {
  const seen = new Set<string>()
  let total = 0
  let free = 0
  for (const { fileName, size, offset } of entries) {
    // The file name contains no slash, so no file can be taken for bid.json.
    const key = fileName === null ? '/' : sameNameKey(fileName)
    if (seen.has(key)) throw new Error('repeated name')
    seen.add(key)
    if (offset < free) throw new Error('entries lie over each other')
    free = offset + headerLength + size
    if (fileName === null && size > maxBidJsonBytes) throw new Error('too large')
    if (fileName !== null) total += size
  }
  if (free > directoryOffset) throw new Error('an entry reaches into the directory')
  if (total > maxBytes) throw new Error('too large')
  const [first] = entries
  if (first?.fileName !== null || first.offset !== 0) throw new Error('bid.json is not the first entry')
}
