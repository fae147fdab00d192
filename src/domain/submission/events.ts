import { z } from 'zod'
import { ownBidderToo } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { ensureBidder, sealedFile } from './bid-draft.ts'
import { submittedFile } from './bid-file.ts'
import { noOrigin } from './bid-state.ts'

/* Until the bids are frozen, bidders do not see who else takes part (SES-11). */

export const submissionEvents = {
  BidderEnrolled: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode: z.string(), name: z.string(), certificate: z.string() }),
    fold(draft, { payload: { bidderCode, name, certificate } }) {
      ensureBidder(draft, bidderCode, name).certificate = certificate
    },
    writes: ['bidders', 'order'],
    seenBy: ownBidderToo,
  }),

  /** Version 2: adds the kind and, as a private field, the origin. Before, a bid was one file. */
  BidSubmitted: eventRow({
    version: 2,
    payload: z.strictObject({
      bidderCode: z.string(),
      ...submittedFile,
      /** The earlier file of the same kind that it replaces. */
      replaces: z.string().nullable(),
    }),
    // Only the server sees it: bidders must not learn what is compared.
    private: z.strictObject({
      origin: z.strictObject({ address: z.string().nullable(), hardwareSerial: z.string().nullable() }),
    }),
    upcast: (payload: object) => ({ kind: 'technical', ...payload }),
    fold(draft, event) {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (!bidder) return
      const { kind, fileId, fileName, ciphertextHash, contentCommitment, manifest } = event.payload
      const submission = { fileId, fileName, ciphertextHash, contentCommitment, manifest, at: event.at }
      bidder.files[kind] = sealedFile(kind, submission, (bidder.files[kind]?.submissions ?? 0) + 1)
      const from = event.private.origin?.value
      if (from) {
        const { address: submitted, hardwareSerial } = from
        bidder.origin = { ...(bidder.origin ?? noOrigin), submitted, hardwareSerial }
      }
    },
    writes: ['bidders'],
    seenBy: ownBidderToo,
  }),
} as const
