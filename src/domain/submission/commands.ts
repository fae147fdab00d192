import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { commandRow, serverCommandRow } from '../session/command-row.ts'
import { actingBidder } from '../session/context.ts'
import { event } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { beforeOpening, bidder, platform } from '../session/roles-and-statuses.ts'
import { submittedFile } from './bid-file.ts'
import { fileById } from './bids.ts'

/** How many files of one kind a bidder may submit in a section: each adds to the log. */
const mostSubmissions = 100

export const submissionCommands = {
  EnrolBidder: commandRow({
    payload: z.strictObject({
      bidderCode: z.string().trim().min(1).max(60),
      name: z.string().trim().min(1).max(300),
      certificate: z.string().max(20_000),
    }),
    roles: platform,
    statuses: beforeOpening,
    decide(state, payload) {
      if (state.bidders[payload.bidderCode]) return reject('already-enrolled')
      return ok([event('BidderEnrolled', payload)])
    },
  }),

  /**
   * Submits a sealed file, until the opening time (BID-3). A later file of the same bidder and kind replaces it; other
   * kinds stay (BID-4). Each kind has a limit (BID-14).
   */
  SubmitBid: serverCommandRow({
    payload: z.strictObject({
      ...submittedFile,
      /** Null where another system submitted the bid. */
      address: z.string().nullable(),
      /** Serial of the machine the bid was made on (cdsn), where its tool tells it. */
      hardwareSerial: z.string().nullable(),
    }),
    roles: bidder,
    statuses: beforeOpening,
    decide(state, payload, context) {
      const submitter = actingBidder(state, context)
      if (!submitter || !state.tender) return reject('not-enrolled')
      if (context.now >= epochOf(state.tender.opensAt)) return reject('submission-closed')
      if (!state.tender.bidFiles.some(({ kind }) => kind === payload.kind)) {
        return reject('bid-file-not-asked', { kind: payload.kind })
      }
      const earlier = submitter.files[payload.kind]?.submissions ?? 0
      if (earlier >= mostSubmissions) return reject('submissions-too-many', { maximum: mostSubmissions })
      const replaces = submitter.files[payload.kind]?.submission.fileId ?? null
      if (payload.fileId !== replaces && fileById(state, payload.fileId)) return reject('unknown-file')
      const { address, hardwareSerial, ...submitted } = payload
      const bidderCode = submitter.code
      return ok([
        event(
          'BidSubmitted',
          { bidderCode, ...submitted, replaces },
          { origin: { address, hardwareSerial } },
        ),
      ])
    },
  }),
} as const
