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

  /** The flow goes back to an earlier status. */
  FlowReset: eventRow({
    version: 1,
    payload: z.strictObject({ flow: z.number().int() }),
    fold(draft, { payload }) {
      draft.flow = payload.flow
      // Back in step 2 the announcement has not begun; figures that were made public stay public.
      if (draft.flow < flow.announcement) draft.announcement = null
    },
    writes: [],
    seenBy: everybody,
  }),
} as const
