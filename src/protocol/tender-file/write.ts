import { strToU8, type Zippable, zipSync } from 'fflate'
import {
  attachmentsFolder,
  manifestEntryName,
  manifestSchema,
  type TenderManifestInput,
  tenderFileFormat,
} from './manifest.ts'

export interface AttachedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Entries carry one fixed date, so that the same description makes the same file. */
const entryDate = '1980-01-01T12:00:00'

/** What a tender file is to say, as somebody writes it down. */
export type TenderDescription = TenderManifestInput extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'format' | 'attachments'>
    : never
  : never

/**
 * Makes a container of what a tender file is to say and its attachments. Throws (ZodError) on a description that is
 * not in due form: whoever writes one wants to know which field is wrong.
 */
export function writeTenderFile(
  description: TenderDescription,
  files: readonly AttachedFile[] = [],
): Uint8Array {
  const attachments = files.map(({ name, bytes }) => ({ name, size: bytes.length }))
  const manifest = manifestSchema.parse({ format: tenderFileFormat, ...description, attachments })
  const entries: Zippable = { [manifestEntryName]: strToU8(JSON.stringify(manifest, null, 2)) }
  for (const { name, bytes } of files) entries[attachmentsFolder + name] = bytes
  return zipSync(entries, { mtime: entryDate })
}
