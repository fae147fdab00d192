import { z } from 'zod'
import { emptyRecord } from '#lib/bare-record.ts'
import { everybody, ownBidderToo } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { prolongedRow } from '../session/prolonged-row.ts'
import { inquiryEndings } from './inquiry-state.ts'

const bidderCode = z.string()
const count = z.number().int()

export const inquiryEvents = {
  /** The opener ordered the inquiry. The warning's time is the variant's at that moment. */
  InquiryStarted: eventRow({
    version: 1,
    payload: z.strictObject({
      limitMinutes: z.number().int(),
      deadline: z.string(),
      warningMilliseconds: z.number().int(),
    }),
    fold(draft, { payload, at }) {
      draft.inquiry = {
        ...payload,
        ...{ issuedAt: at, closed: false, prolongedFor: [], outcome: null, answers: emptyRecord() },
      }
    },
    writes: [],
    seenBy: everybody,
  }),

  InquiryProlonged: prolongedRow('inquiry'),

  /** A bidder objects to the opening, or does not; without an objection the text is empty. */
  InquiryAnswered: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode, objects: z.boolean(), text: z.string() }),
    fold(draft, { payload, at }) {
      const { bidderCode, objects, text } = payload
      if (draft.inquiry) draft.inquiry.answers[bidderCode] = { objects, text, at, reply: null }
    },
    writes: ['inquiry'],
    seenBy: ownBidderToo,
  }),

  InquiryReplied: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode, content: z.string() }),
    fold(draft, { payload: { bidderCode, content }, at }) {
      const answer = draft.inquiry?.answers[bidderCode]
      if (draft.inquiry && answer) draft.inquiry.answers[bidderCode] = { ...answer, reply: { content, at } }
    },
    writes: ['inquiry'],
    seenBy: ownBidderToo,
  }),

  /** The numbers are for those who may not see the answers. */
  InquiryClosed: eventRow({
    version: 1,
    payload: z.strictObject({
      cause: z.enum(inquiryEndings),
      answered: count,
      objecting: count,
      silent: count,
    }),
    fold(draft, { payload, at }) {
      if (!draft.inquiry) return
      draft.inquiry.closed = true
      draft.inquiry.outcome = { ...payload, at }
    },
    writes: ['inquiry'],
    seenBy: everybody,
  }),
} as const
