import { unzipSync } from 'fflate'
import { parseBoundedJson } from '#lib/json-bounds.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { inflateTo, packedEntry } from './entry-bytes.ts'
import {
  attachmentsFolder,
  isAttachmentName,
  manifestEntryName,
  manifestSchema,
  maxAttachedBytes,
  maxAttachments,
  maxManifestBytes,
  type TenderManifest,
} from './manifest.ts'

/** Why a container cannot be read; `detail` names the entry or the field. */
export interface TenderFileProblem {
  readonly problem:
    | 'not-a-container'
    | 'foreign-entry'
    | 'bad-name'
    | 'repeated-entry'
    | 'too-many-entries'
    | 'too-large'
    | 'no-manifest'
    | 'bad-manifest'
    | 'attachments-differ'
  readonly detail: string
}

/** Reads the manifest of an untrusted container. */
export function readTenderFile(bytes: Uint8Array): Result<TenderManifest, TenderFileProblem> {
  try {
    const { found, attached } = listEntries(bytes)
    const packed = packedEntry(bytes, found)
    const json = found.isDeflated ? inflateTo(packed, found.unpacked) : packed
    if (json?.length !== found.unpacked) throw new Refused('bad-manifest', 'of another size')
    const manifest = parseManifest(json)
    const listed = manifest.attachments
    const asListed =
      listed.length === attached.size && listed.every(({ name, size }) => attached.get(name) === size)
    if (!asListed) throw new Refused('attachments-differ', '')
    return ok(manifest)
  } catch (error) {
    // Other errors come from the archive: it is cut short or is none.
    if (!(error instanceof Refused)) return err({ problem: 'not-a-container', detail: '' })
    return err({ problem: error.problem, detail: error.detail })
  }
}

/** Whether bytes begin as a PDF does, whatever the file's name. */
export function isPdf(head: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(head.subarray(0, 5)) === '%PDF-'
}

class Refused extends Error {
  readonly problem: TenderFileProblem['problem']
  readonly detail: string
  constructor(problem: TenderFileProblem['problem'], detail: string) {
    super(problem)
    this.problem = problem
    this.detail = detail.slice(0, 200)
  }
}

/** The manifest's place in the archive: `index` in the directory, `size` and `unpacked` in bytes, as stated there. */
interface FoundManifest {
  readonly index: number
  readonly size: number
  readonly unpacked: number
  readonly isDeflated: boolean
}

/** Lists the directory without unpacking; throws on the first entry that the format does not allow. */
function listEntries(bytes: Uint8Array): { found: FoundManifest; attached: Map<string, number> } {
  const attached = new Map<string, number>()
  const seen = new Set<string>()
  const manifests: FoundManifest[] = []
  let total = 0
  unzipSync(bytes, {
    filter({ name, size, originalSize, compression }) {
      if (seen.size > maxAttachments) throw new Refused('too-many-entries', '')
      const key = name.normalize('NFC').toLowerCase()
      if (seen.has(key)) throw new Refused('repeated-entry', name)
      seen.add(key)
      if (compression !== 0 && compression !== 8) throw new Refused('not-a-container', name)
      if (name === manifestEntryName) {
        if (Math.max(size, originalSize) > maxManifestBytes) throw new Refused('too-large', name)
        manifests.push({ index: seen.size - 1, size, unpacked: originalSize, isDeflated: compression === 8 })
        return false
      }
      if (!name.startsWith(attachmentsFolder)) throw new Refused('foreign-entry', name)
      const attachment = name.slice(attachmentsFolder.length)
      if (!isAttachmentName(attachment)) throw new Refused('bad-name', name)
      total += originalSize
      if (total > maxAttachedBytes) throw new Refused('too-large', name)
      attached.set(attachment, originalSize)
      return false
    },
  })
  const [found] = manifests
  if (!found) throw new Refused('no-manifest', '')
  return { found, attached }
}

function parseManifest(bytes: Uint8Array): TenderManifest {
  let json: unknown
  try {
    json = parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refused('bad-manifest', 'no JSON, or too many values in it')
  }
  const parsed = manifestSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new Refused('bad-manifest', `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}
