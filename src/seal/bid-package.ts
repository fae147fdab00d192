import { unzipSync, Zip, ZipPassThrough } from 'fflate'
import { err, ok, type Result } from '#lib/result.ts'
import { utf8 } from './bytes.ts'
import {
  type BidContent,
  type BidFile,
  bidContentSchema,
  bidEntryName,
  bidJsonBlock,
  defaultMaxUnpackedBytes,
  filesFolder,
  isFileName,
  maxBidJsonBytes,
  maxFiles,
  saltLength,
  sameNameKey,
} from './format.ts'

/** Why files cannot be sealed; `params.name` is the file in question where there is one. */
export type PackRefusal = {
  readonly code: 'too-many-files' | 'bad-file-name' | 'repeated-file-name' | 'too-large'
  readonly params: { readonly name?: string; readonly limit?: number }
}

/** Entries carry one fixed date: when a file was saved is nobody's business, and the archive is reproducible. */
const entryDate = '1980-01-01T12:00:00'

/** The first thing that forbids sealing these files; null when there is none. */
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

/** The plaintext (format rules 1 to 3) as consecutive pieces; the files' bytes are passed on, not copied. */
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

/** Reads a plaintext, trusting nothing in it: everything is checked before a single entry is taken out. */
export function unpackBid(
  plaintext: Uint8Array,
  maxBytes = defaultMaxUnpackedBytes,
): Result<{ content: BidContent; files: BidFile[] }, 'bad-content'> {
  try {
    const archive = plaintext.subarray(saltLength)
    const sizes = listEntries(archive, maxBytes)
    const entries = unzipSync(archive)
    const files: BidFile[] = []
    let content: BidContent | null = null
    for (const [entryName, size] of sizes) {
      const bytes = entries[entryName]
      if (bytes?.length !== size) throw new Error('entry cut short')
      if (entryName === bidEntryName) content = parseContent(bytes)
      else files.push({ name: entryName.slice(filesFolder.length), bytes })
    }
    return content ? ok({ content, files }) : err('bad-content')
  } catch {
    return err('bad-content')
  }
}

/** Sizes by entry name, in archive order. Throws on the first entry that the format does not allow. */
function listEntries(archive: Uint8Array, maxBytes: number): Map<string, number> {
  const sizes = new Map<string, number>()
  const seen = new Set<string>()
  let total = 0
  unzipSync(archive, {
    filter: ({ name, size, originalSize, compression }) => {
      const fileName = name.startsWith(filesFolder) ? name.slice(filesFolder.length) : null
      if (name !== bidEntryName && (fileName === null || !isFileName(fileName))) throw new Error('bad name')
      if (seen.has(sameNameKey(name))) throw new Error('repeated name')
      if (compression !== 0 || size !== originalSize) throw new Error('entry not stored')
      if (fileName === null && size > maxBidJsonBytes) throw new Error('too large')
      if (fileName !== null) total += size
      if (total > maxBytes || seen.size > maxFiles) throw new Error('too large')
      seen.add(sameNameKey(name))
      sizes.set(name, size)
      return false
    },
  })
  return sizes
}

function parseContent(bytes: Uint8Array): BidContent {
  return bidContentSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
}
