import { z } from 'zod'
import { everybody, ownBidderToo } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { flow } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'
import type { Reading } from './announcement-state.ts'

const nothing = z.strictObject({})
const read = z.strictObject({ bidderCode: z.string(), position: z.number().int() })
const pace = z.number().int().nullable()

export const announcementEvents = {
  AnnouncementStarted: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCount: z.number().int() }),
    fold(draft, { payload: { bidderCount }, at }) {
      draft.flow = Math.max(draft.flow, flow.announcement)
      draft.announcement = { startedAt: at, bidderCount, reading: null }
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

  ReadingStarted: eventRow({
    version: 1,
    payload: z.strictObject({ pace }),
    fold(draft, { payload, at }) {
      if (draft.announcement)
        draft.announcement = { ...draft.announcement, reading: startedAt(at, payload.pace) }
    },
    writes: [],
    seenBy: everybody,
  }),

  /** The next bid is being read. */
  BidRead: eventRow({
    version: 1,
    payload: read,
    fold(draft, { payload: { bidderCode, position }, at }) {
      changeReading(draft, { bidderCode, position, since: at })
    },
    writes: [],
    seenBy: everybody,
  }),

  BidReadAgain: eventRow({
    version: 1,
    payload: read,
    fold(draft, { at }) {
      changeReading(draft, { since: at })
    },
    writes: [],
    seenBy: everybody,
  }),

  ReadingPaused: eventRow({
    version: 1,
    payload: nothing,
    fold(draft) {
      changeReading(draft, { paused: true })
    },
    writes: [],
    seenBy: everybody,
  }),

  ReadingResumed: eventRow({
    version: 1,
    payload: nothing,
    fold(draft, { at }) {
      changeReading(draft, { paused: false, since: at })
    },
    writes: [],
    seenBy: everybody,
  }),

  ReadingPaceSet: eventRow({
    version: 1,
    payload: z.strictObject({ pace }),
    fold(draft, { payload, at }) {
      changeReading(draft, { pace: payload.pace, since: at })
    },
    writes: [],
    seenBy: everybody,
  }),

  ReadingFinished: eventRow({
    version: 1,
    payload: nothing,
    fold(draft, { at }) {
      changeReading(draft, { endedAt: at })
    },
    writes: [],
    seenBy: everybody,
  }),

  /** The reading ended ahead of its last bid, or was never started. */
  ReadingCutShort: eventRow({
    version: 1,
    payload: z.strictObject({ reason: z.string() }),
    fold(draft, { payload: { reason }, at }) {
      const { announcement } = draft
      if (!announcement) return
      const reading = announcement.reading ?? startedAt(at, null)
      draft.announcement = { ...announcement, reading: { ...reading, endedAt: at, cutShort: reason } }
    },
    writes: [],
    seenBy: everybody,
  }),

  /** A bidder's own word on their row. */
  RowChecked: eventRow({
    version: 1,
    payload: z.strictObject({
      bidderCode: z.string(),
      answer: z.enum(['right', 'disputed']),
      text: z.string(),
    }),
    fold(draft, { payload: { bidderCode, answer, text }, at }) {
      const bidder = draft.bidders[bidderCode]
      if (bidder) bidder.rowCheck = { answer, text, at, reply: null }
    },
    writes: ['bidders'],
    seenBy: ownBidderToo,
  }),

  DisputeReplied: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode: z.string(), content: z.string() }),
    fold(draft, { payload: { bidderCode, content }, at }) {
      const bidder = draft.bidders[bidderCode]
      if (bidder?.rowCheck) bidder.rowCheck = { ...bidder.rowCheck, reply: { content, at } }
    },
    writes: ['bidders'],
    seenBy: ownBidderToo,
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

function startedAt(at: string, pace: number | null): Reading {
  return {
    startedAt: at,
    pace,
    position: 0,
    bidderCode: null,
    since: at,
    paused: false,
    endedAt: null,
    cutShort: null,
  }
}

/** The bid being read gets its whole time again when a halted lot is open again. */
export function resumeReadingAt(draft: SessionState, at: string): void {
  changeReading(draft, { since: at })
}

function changeReading(draft: SessionState, changes: Partial<Reading>): void {
  const { announcement } = draft
  if (!announcement?.reading) return
  draft.announcement = { ...announcement, reading: { ...announcement.reading, ...changes } }
}
