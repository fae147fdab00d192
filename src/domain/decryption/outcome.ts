import { z } from 'zod'

/** How a bidder handed over the key of one file. */
export const decryptionMethods = ['certificate', 'file-key'] as const
export type DecryptionMethod = (typeof decryptionMethods)[number]

/** How a file was opened; `none`: without bid encryption the hall opened it alone. */
export type OpeningMethod = DecryptionMethod | 'none'

/**
 * Why a bid file did not open. `bad-content`: it opened, but its content is not what was committed to or asked for;
 * `server-failure`: the hall could not open it.
 */
export const openingFailures = ['wrong-key', 'damaged-file', 'bad-content', 'server-failure'] as const
export type OpeningFailure = (typeof openingFailures)[number]

/** Causes of a file without a key at the end of the window: the bidder was late, or the hall was away. */
const noKeyCauses = ['time-out', 'hall-away'] as const
export type NoKeyCause = (typeof noKeyCauses)[number]

/** Why a file counts as failed. */
export const failureCauses = [...openingFailures, ...noKeyCauses] as const
export type FailureCause = OpeningFailure | NoKeyCause

/** 撤销 `revoked`: the bidder's cause; 撤回 `withdrawn`: any other cause (DEC-10). */
export const bidFailureKinds = ['revoked', 'withdrawn'] as const
export type BidFailureKind = (typeof bidFailureKinds)[number]

/** What ended the opening of files; `import-ended`: the last unencrypted file was opened or failed. */
export const closingCauses = ['time-out', 'all-opened', 'import-ended'] as const
export type ClosingCause = (typeof closingCauses)[number]

export function isNoKeyCause(cause: FailureCause): cause is NoKeyCause {
  return cause === 'time-out' || cause === 'hall-away'
}

/** Causes for which a bid counts as withdrawn (DEC-10): the stored copy is damaged, or the hall failed or was away. */
const withdrawnCauses: readonly FailureCause[] = ['damaged-file', 'server-failure', 'hall-away']

/** What a bid that failed for this cause counts as (DEC-10). */
export function failureKindOf(cause: FailureCause): BidFailureKind {
  return withdrawnCauses.includes(cause) ? 'withdrawn' : 'revoked'
}

/** Causes after which the bidder's own copy may be opened (DEC-14). */
export const backupCauses: readonly FailureCause[] = withdrawnCauses.filter((cause) => cause !== 'hall-away')

const fileSchema = z.strictObject({ name: z.string(), size: z.number().int() }).readonly()

/** Documents in an opened bid file, with their sizes in bytes. */
export const documentsSchema = z.array(fileSchema).readonly()

/** What the server found when it opened a file. */
export const openingOutcomeSchema = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    figures: z.record(z.string(), z.string()).readonly(),
    documents: documentsSchema,
  }),
  z.strictObject({ ok: z.literal(false), cause: z.enum(openingFailures) }),
])
export type OpeningOutcome = Readonly<z.infer<typeof openingOutcomeSchema>>
