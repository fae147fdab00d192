import { z } from 'zod'
import { ownBidderToo } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { attachmentSchema } from './attachment.ts'

/**
 * `bidderCode`: who raised it, repeated here so that redaction needs no state. Rivals must not learn who takes part.
 */
const objection = { objectionId: z.string(), bidderCode: z.string() }

export const objectionEvents = {
  /** Version 2: adds the attachment. */
  ObjectionRaised: eventRow({
    version: 2,
    payload: z.strictObject({
      ...objection,
      content: z.string(),
      attachment: attachmentSchema.nullable(),
    }),
    upcast: (payload: object) => ({ attachment: null, ...payload }),
    fold(draft, { payload, at }) {
      const { objectionId: id, bidderCode, content, attachment } = payload
      if (!draft.objections[id]) draft.objectionOrder.push(id)
      draft.objections[id] = { id, bidderCode, content, attachment, at, reply: null, read: false }
    },
    writes: ['objections', 'objectionOrder'],
    seenBy: ownBidderToo,
  }),

  ObjectionReplied: eventRow({
    version: 1,
    payload: z.strictObject({ ...objection, content: z.string() }),
    fold(draft, { payload, at }) {
      const raised = draft.objections[payload.objectionId]
      if (raised) raised.reply = { content: payload.content, at }
    },
    writes: ['objections'],
    seenBy: ownBidderToo,
  }),

  ObjectionRead: eventRow({
    version: 1,
    payload: z.strictObject(objection),
    fold(draft, { payload }) {
      const raised = draft.objections[payload.objectionId]
      if (raised) raised.read = true
    },
    writes: ['objections'],
    seenBy: ownBidderToo,
  }),
} as const
