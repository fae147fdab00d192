import { z } from 'zod'
import { characterCount } from '#lib/character-count.ts'
import type { Rejection } from '../session/rejection.ts'

/** The kinds of files that may be attached, by their content (OBJ-3). */
export const attachmentKinds = ['jpg', 'pdf', 'doc', 'docx'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** A file attached to an objection, as recorded in the log. */
export const attachmentSchema = z
  .strictObject({
    fileId: z.string(),
    name: z.string(),
    kind: z.enum(attachmentKinds),
    /** Bytes. */
    size: z.number().int(),
    sha256: z.string(),
  })
  .readonly()
export type Attachment = z.infer<typeof attachmentSchema>

/** An attachment is smaller than this, in bytes and in MB (OBJ-4). */
export const attachmentMegabytes = 50
export const attachmentLimit = attachmentMegabytes * 1024 * 1024

/** The greatest length of its name with the ending (OBJ-4), and the one that hints and the refusal name. */
const longestName = 54
export const attachmentNameLength = 50

/** What is wrong with a file to be attached (OBJ-3, OBJ-4); `kind` is null for content of no allowed kind. */
export function attachmentProblem(file: {
  readonly name: string
  readonly size: number
  readonly kind: AttachmentKind | null
}): Rejection | null {
  if (file.size >= attachmentLimit) {
    return { code: 'attachment-too-large', params: { megabytes: attachmentMegabytes } }
  }
  if (file.kind === null) return { code: 'attachment-kind', params: {} }
  if (characterCount(file.name) > longestName) {
    return { code: 'attachment-name-too-long', params: { maximum: attachmentNameLength } }
  }
  return null
}

const endings: Readonly<Record<AttachmentKind, readonly string[]>> = {
  jpg: ['jpg', 'jpeg'],
  pdf: ['pdf'],
  doc: ['doc'],
  docx: ['docx'],
}

/** Control characters, lone surrogates, and direction marks, which can make "gpj.exe" read as "exe.jpg". */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** The endings that an attachment's name may have. */
export const attachmentEndings = Object.values(endings).flat()

/**
 * The name under which a file is kept (OBJ-5): without folders and invisible characters, with the ending of its
 * content.
 */
export function attachmentName(given: string, kind: AttachmentKind): string {
  const bare = (given.split(/[\\/]/).at(-1) ?? '').replace(invisible, '').trim().normalize('NFC')
  const ending = /\.([^.]*)$/.exec(bare)?.[1]?.toLowerCase() ?? ''
  if (!endings[kind].includes(ending)) return `${bare.replace(/\.+$/, '') || 'file'}.${kind}`
  return bare.length > ending.length + 1 ? bare : `file${bare}`
}
