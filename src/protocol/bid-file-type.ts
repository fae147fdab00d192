import { z } from 'zod'
import { type BidFileKind, bidFileKinds } from '#domain/bid-file.ts'

/** tbwjLeiXing (S0 §3): TBJ technical, TBS commercial, TBZ qualification, TBT drawings, TBY video. */
export const bidFileTypes = {
  technical: 'TBJ',
  commercial: 'TBS',
  qualification: 'TBZ',
  drawing: 'TBT',
  video: 'TBY',
} as const satisfies Readonly<Record<BidFileKind, string>>

/** ZGS is another name for the qualification file, TYYS what it is called where pbType is 8. */
const otherNames: Readonly<Record<string, BidFileKind>> = { ZGS: 'qualification', TYYS: 'qualification' }

/** A bid file's kind, by its name in the domain and its code in the seeds. */
export const bidFileSchema = z.strictObject({
  kind: z.enum(bidFileKinds),
  tbwjLeiXing: z.enum(bidFileTypes),
})

/** The kind that a code of the seeds stands for, with or without an industry's prefix; null where it is none. */
export function bidFileKindOf(code: string, prefixes: readonly string[]): BidFileKind | null {
  const plain = code.trim().toUpperCase()
  for (const prefix of ['', ...prefixes]) {
    const bare = plain.startsWith(prefix) ? plain.slice(prefix.length) : plain
    const kind = otherNames[bare] ?? bidFileKinds.find((known) => bidFileTypes[known] === bare)
    if (kind) return kind
  }
  return null
}
