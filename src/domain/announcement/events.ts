import { z } from 'zod'
import { everybody } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { flow } from '../session/flow.ts'

export const announcementEvents = {
  AnnouncementStarted: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCount: z.number().int() }),
    fold(draft, { payload: { bidderCount }, at }) {
      draft.flow = Math.max(draft.flow, flow.announcement)
      draft.announcement = { startedAt: at, bidderCount }
    },
    writes: [],
    seenBy: everybody,
  }),

  BidAnnounced: eventRow({
    version: 1,
    payload: z.strictObject({
      bidderCode: z.string(),
      figures: z.record(z.string(), z.string()).readonly(),
    }),
    fold(draft, { payload: { bidderCode, figures } }) {
      const bidder = draft.bidders[bidderCode]
      if (bidder) bidder.figures = figures
    },
    writes: ['bidders'],
    seenBy: everybody,
  }),

  /** The flow falls back to an earlier status. */
  FlowReset: eventRow({
    version: 1,
    payload: z.strictObject({ flow: z.number().int() }),
    fold(draft, { payload }) {
      draft.flow = payload.flow
      // Step 2 is the present one again, with all that belongs to it; what was made public stays so.
      if (draft.flow < flow.announcement) draft.announcement = null
    },
    writes: [],
    seenBy: everybody,
  }),
} as const
