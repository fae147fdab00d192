import { Zip, ZipPassThrough } from 'fflate'
import { utf8 } from './bytes.ts'
import {
  type BidContent,
  type BidFile,
  bidEntryName,
  bidJsonBlock,
  defaultMaxUnpackedBytes,
  filesFolder,
  isFileName,
  maxFiles,
  sameNameKey,
} from './format.ts'

/** Why files cannot be sealed; `params.name` is the offending file. */
export type PackRefusal = {
  readonly code: 'too-many-files' | 'bad-file-name' | 'repeated-file-name' | 'too-large'
  readonly params: { readonly name?: string; readonly limit?: number }
}

/** All entries have this date, so that the archive is reproducible and does not reveal when a file was saved. */
const entryDate = '1980-01-01T12:00:00'

/** The first problem with these files; null when they can be sealed. */
export function filesProblem(
  files: readonly BidFile[],
  maxBytes = defaultMaxUnpackedBytes,
): PackRefusal | null {
  if (files.length > maxFiles) return { code: 'too-many-files', params: { limit: maxFiles } }
  const seen = new Set<string>()
  for (const { name } of files) {
    if (!isFileName(name)) return { code: 'bad-file-name', params: { name } }
    if (seen.has(sameNameKey(name))) return { code: 'repeated-file-name', params: { name } }
    seen.add(sameNameKey(name))
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return bytes > maxBytes ? { code: 'too-large', params: { limit: maxBytes } } : null
}

/** The plaintext (format rules 1 to 3) in consecutive pieces; the files' bytes are not copied. */
export function packBid(content: BidContent, files: readonly BidFile[], salt: Uint8Array): Uint8Array[] {
  const pieces = [salt]
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const store = (name: string, bytes: Uint8Array) => {
    const entry = new ZipPassThrough(name)
    entry.mtime = entryDate
    zip.add(entry)
    entry.push(bytes, true)
  }
  const json = utf8(JSON.stringify(content))
  const padded = new Uint8Array(Math.ceil(json.length / bidJsonBlock) * bidJsonBlock).fill(0x20)
  padded.set(json)
  store(bidEntryName, padded)
  for (const { name, bytes } of files) store(filesFolder + name, bytes)
  zip.end()
  return pieces
}
