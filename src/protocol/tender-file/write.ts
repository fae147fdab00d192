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

/** A fixed date for all entries, so that the same description makes the same bytes. */
const entryDate = '1980-01-01T12:00:00'

/** The content of a tender file to be written. */
export type TenderDescription = TenderManifestInput extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'format' | 'attachments'>
    : never
  : never

/** Writes a container. Throws (ZodError) on an invalid description, naming the field. */
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
