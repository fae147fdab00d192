import { z } from 'zod'

/**
 * Kinds of bid file in the order they are shown (BID-1): technical, commercial, qualification, drawing, video.
 * Each is sealed for itself, to a one-time key of its own.
 */
export const bidFileKinds = ['technical', 'commercial', 'qualification', 'drawing', 'video'] as const
export type BidFileKind = (typeof bidFileKinds)[number]

/** What a bid file of a kind is called at its end (BID-2); the first where the hall's own tools name it. */
export const bidFileSuffixes = {
  technical: ['.tbj', '.zctbj'],
  commercial: ['.tbs'],
  qualification: ['.tbz', '.zgs'],
  drawing: ['.tbt'],
  video: ['.tby'],
} as const satisfies Readonly<Record<BidFileKind, readonly [string, ...string[]]>>

export type EnvelopeNumber = 1 | 2

/** One file that a tender asks every bidder for. */
export const askedFileSchema = z.strictObject({
  kind: z.enum(bidFileKinds),
  /** In which envelope it is opened: 1 first, 2 after the first has been evaluated. */
  envelope: z.literal([1, 2]).default(1),
  /** Without it there is no bid; others may be left out. */
  required: z.boolean().default(true),
})
export type AskedFile = z.infer<typeof askedFileSchema>

/** What a tender asks for that says nothing of it: one file with everything in it. */
export const oneFile: readonly AskedFile[] = [{ kind: 'technical', envelope: 1, required: true }]

interface AsksForFiles {
  readonly envelopes: EnvelopeNumber
  readonly bidFiles: readonly AskedFile[]
  readonly columns: readonly { readonly file?: BidFileKind | undefined }[]
}

/** The first thing wrong with what a tender asks for; null when all is well. */
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

/** What one file of a submitted bid is bound to; all are frozen in the log before the first decryption. */
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
