import { z } from 'zod'

/**
 * What the hall sends to the trading platform when an envelope or an opening has ended, or a lot has failed: signed
 * (`signed-call.ts`), under the Idempotency-Key `id`. The same `id` is the same result, however often it comes.
 */
export const resultSchema = z.strictObject({
  id: z.uuid(),
  BDGuid: z.uuid(),
  bdbh: z.string(),
  bdmc: z.string(),
  /** What has happened: the first of two envelopes was opened, the opening has ended, the lot has failed. */
  event: z.enum(['envelope-ended', 'opening-ended', 'lot-failed']),
  bidStatus: z.string(),
  kbFlowStatus: z.number().int(),
  /** dbFlowStatus: 1 first envelope, 2 second. */
  dbFlowStatus: z.literal([1, 2]),
  at: z.iso.datetime(),
  /** Entry of the section's log that says so, and its hash: everything up to it is what everybody saw. */
  seq: z.number().int(),
  hash: z.string(),
  /** SHA-256 of the opening record that was signed; null where nothing was. */
  recordHash: z.string().nullable(),
  remarks: z.string(),
  bids: z.array(
    z.strictObject({
      EntprsCode: z.string(),
      EntprsName: z.string(),
      bidFileId: z.uuid().nullable(),
      /** Figures by column key as announced; null for a bid that was not opened. */
      figures: z.record(z.string(), z.string()).nullable(),
      /** Is_BadBid_Open and its note (DEC-16); a bid that never opened has neither. */
      isBadBidOpen: z.boolean(),
      badBidNote: z.string(),
      /** Why the bid could not be opened, as a code; null where it was. */
      failure: z.string().nullable(),
      remark: z.string(),
      /** IsConfirmKBYLB: 0 unconfirmed, 1 confirmed, 2 confirmed by time. */
      IsConfirmKBYLB: z.literal([0, 1, 2]),
      Is_Sign: z.boolean(),
    }),
  ),
})
export type SessionResult = z.infer<typeof resultSchema>
