import { z } from 'zod'
import { type BidFileKind, bidFileKinds } from '#domain/submission/bid-file.ts'
import type { Tender } from '#domain/tender/tender.ts'

/** tbwjLeiXing (BID-1): TBJ technical, TBS commercial, TBZ qualification, TBT drawings, TBY video. */
const bidFileTypes = {
  technical: 'TBJ',
  commercial: 'TBS',
  qualification: 'TBZ',
  drawing: 'TBT',
  video: 'TBY',
} as const satisfies Readonly<Record<BidFileKind, string>>

/** ZGS is another name for the qualification file. */
const otherNames: Readonly<Record<string, BidFileKind>> = { ZGS: 'qualification' }

/** The type of the application of a pre-qualification, pbType 8 (BID-1). */
const applicationType = 'TYYS' as const

/** The kind of a bid file: its name in the domain and its code on the wire. */
export const bidFileSchema = z.strictObject({
  kind: z.enum(bidFileKinds),
  tbwjLeiXing: z.enum(['TBJ', 'TBS', 'TBZ', 'TBT', 'TBY', 'TYYS']),
})

type Asking = Pick<Tender, 'qualification' | 'bidFiles'>

/** The code of a kind in this tender. */
export function bidFileTypeOf(
  kind: BidFileKind,
  tender: Asking | null,
): z.infer<typeof bidFileSchema>['tbwjLeiXing'] {
  return tender && kind === applicationKind(tender) ? applicationType : bidFileTypes[kind]
}

/** The kind of the application of a pre-qualification: the qualification file, or the only one. */
function applicationKind({ qualification, bidFiles }: Asking): BidFileKind | null {
  if (qualification !== 8) return null
  const [first, ...others] = bidFiles
  return first && others.length === 0 ? first.kind : 'qualification'
}

/** The kind of a code, with or without an industry's prefix; null for an unknown one. */
export function bidFileKindOf(
  code: string,
  prefixes: readonly string[],
  tender: Asking | null,
): BidFileKind | null {
  const plain = code.trim().toUpperCase()
  for (const prefix of ['', ...prefixes]) {
    const bare = plain.startsWith(prefix) ? plain.slice(prefix.length) : plain
    if (bare === applicationType) return (tender && applicationKind(tender)) ?? 'qualification'
    const kind = otherNames[bare] ?? bidFileKinds.find((known) => bidFileTypes[known] === bare)
    if (kind) return kind
  }
  return null
}
