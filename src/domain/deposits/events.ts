import { z } from 'zod'
import { ownBidderToo } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { depositEditSchema } from './deposit-edit.ts'

export const depositEvents = {
  /** Has the whole row after the change. */
  DepositEdited: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode: z.string(), edit: depositEditSchema }),
    fold(draft, { payload }) {
      const bidder = draft.bidders[payload.bidderCode]
      if (bidder) bidder.depositEdit = payload.edit
    },
    writes: ['bidders'],
    seenBy: ownBidderToo,
  }),
} as const
