import { z } from 'zod'

/**
 * Kinds of bid file in display order (BID-1): technical, commercial, qualification, drawing, video. Each file is sealed
 * to a one-time key of its own.
 */
export const bidFileKinds = ['technical', 'commercial', 'qualification', 'drawing', 'video'] as const
export type BidFileKind = (typeof bidFileKinds)[number]

/** The suffixes of each kind (BID-2); the hall's own tools use the first. */
export const bidFileSuffixes = {
  technical: ['.tbj', '.zctbj'],
  commercial: ['.tbs'],
  qualification: ['.tbz', '.zgs'],
  drawing: ['.tbt'],
  video: ['.tby'],
} as const satisfies Readonly<Record<BidFileKind, readonly [string, ...string[]]>>

export type EnvelopeNumber = 1 | 2

/** What is recorded of a submitted file. */
export const submittedFile = {
  kind: z.enum(bidFileKinds),
  fileId: z.string(),
  fileName: z.string(),
  ciphertextHash: z.string(),
  ciphertextSize: z.number().int(),
  contentCommitment: z.string(),
  manifest: z.string(),
}

/** A file that the tender asks of every bidder. */
export const askedFileSchema = z.strictObject({
  kind: z.enum(bidFileKinds),
  /** The envelope it is opened with: 2 after the first has been evaluated. */
  envelope: z.literal([1, 2]).default(1),
  /** Whether a bid without it counts as none (BID-6). */
  required: z.boolean().default(true),
})
export type AskedFile = z.infer<typeof askedFileSchema>

/** The default: one file with everything in it. */
export const oneFile: readonly AskedFile[] = [{ kind: 'technical', envelope: 1, required: true }]

interface AsksForFiles {
  readonly envelopes: EnvelopeNumber
  readonly bidFiles: readonly AskedFile[]
  readonly columns: readonly { readonly file?: BidFileKind | undefined }[]
}

/** The first problem of the files that a tender asks for (TEN-2); null when there is none. */
export function bidFilesProblem({ envelopes, bidFiles, columns }: AsksForFiles): string | null {
  const kinds = bidFiles.map(({ kind }) => kind)
  if (new Set(kinds).size !== kinds.length) return 'kinds of bid file repeat'
  if (!bidFiles.some(({ envelope, required }) => envelope === 1 && required)) {
    return 'the first envelope asks for no file'
  }
  const second = bidFiles.filter(({ envelope }) => envelope === 2)
  if (envelopes === 1 && second.length > 0) return 'there is no second envelope'
  if (envelopes === 2 && !second.some(({ required }) => required)) {
    return 'the second envelope asks for no file'
  }
  const strange = columns.find(({ file }) => !kinds.includes(file ?? 'technical'))
  return strange ? `no bid file for the columns of "${strange.file ?? 'technical'}"` : null
}

/** The commitments of one submitted file; all are frozen in the log before the first decryption (DEC-4). */
export const frozenBidSchema = z
  .strictObject({
    bidderCode: z.string(),
    name: z.string(),
    kind: z.enum(bidFileKinds),
    fileId: z.string(),
    fileName: z.string(),
    ciphertextHash: z.string(),
    contentCommitment: z.string(),
    submittedAt: z.string(),
  })
  .readonly()
export type FrozenBid = z.infer<typeof frozenBidSchema>
