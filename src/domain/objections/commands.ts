import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { commandRow, preparedCommandRow } from '../session/command-row.ts'
import { actingBidder } from '../session/context.ts'
import { event } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { always, bidder, opener, untilEnded } from '../session/roles-and-statuses.ts'
import { attachmentProblem, attachmentSchema } from './attachment.ts'
import { objectionsClosed } from './closed.ts'
import { mostObjections, objectionLength, objectionsOf, objectionTextProblem } from './objection.ts'

/** Longer than the rules allow, so that they refuse a long text with their own message. */
const content = z.string().max(10_000)
const objectionId = z.uuid()

export const objectionCommands = {
  /** A bidder raises an objection (OBJ-1), with one attachment at most. */
  RaiseObjection: preparedCommandRow({
    /** `attachmentId`: of a file that was uploaded before (`uploadYiYiFuJian`). */
    wire: z.strictObject({ content, attachmentId: z.uuid().nullish() }),
    payload: z.strictObject({
      objectionId: z.string(),
      content: z.string(),
      attachment: attachmentSchema.nullable(),
    }),
    roles: bidder,
    statuses: untilEnded,
    otherwise: 'objections-closed',
    decide(state, { objectionId, content, attachment }, context) {
      const closed = objectionsClosed(state, context.rules.objectionsUntil)
      if (closed) return err(closed)
      const objector = actingBidder(state, context)
      if (!objector) return reject('unknown-bidder')
      const problem = objectionTextProblem(content)
      if (problem === 'missing') return reject('objection-missing')
      if (problem === 'too-long') return reject('objection-too-long', { maximum: objectionLength })
      const unfit = attachment && attachmentProblem(attachment)
      if (unfit) return err(unfit)
      const isUsed =
        attachment && objectionsOf(state).some((one) => one.attachment?.fileId === attachment.fileId)
      if (isUsed) return reject('attachment-missing')
      const { code: bidderCode } = objector
      const raised = objectionsOf(state).filter((one) => one.bidderCode === bidderCode)
      if (raised.length >= mostObjections) return reject('objections-too-many', { maximum: mostObjections })
      return ok([event('ObjectionRaised', { objectionId, bidderCode, content: content.trim(), attachment })])
    },
  }),

  /** The opener's one reply to an objection. */
  ReplyObjection: commandRow({
    payload: z.strictObject({ objectionId, content }),
    roles: opener,
    statuses: untilEnded,
    otherwise: 'objections-closed',
    decide(state, { objectionId, content }, { rules }) {
      const closed = objectionsClosed(state, rules.objectionsUntil)
      if (closed) return err(closed)
      const objection = state.objections[objectionId]
      if (!objection) return reject('unknown-objection')
      if (objection.reply) return reject('objection-already-replied')
      const problem = objectionTextProblem(content)
      if (problem === 'missing') return reject('reply-missing')
      if (problem === 'too-long') return reject('reply-too-long', { maximum: objectionLength })
      const { bidderCode } = objection
      return ok([event('ObjectionReplied', { objectionId, bidderCode, content: content.trim() })])
    },
  }),

  /** The bidder has read the reply (OBJ-6); another bidder's objection is not found. */
  MarkObjectionRead: commandRow({
    payload: z.strictObject({ objectionId }),
    roles: bidder,
    statuses: always,
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, { objectionId }, context) {
      const objection = state.objections[objectionId]
      const bidder = actingBidder(state, context)
      if (!objection || objection.bidderCode !== bidder?.code) return reject('unknown-objection')
      if (!objection.reply) return reject('objection-not-replied')
      return ok(objection.read ? [] : [event('ObjectionRead', { objectionId, bidderCode: bidder.code })])
    },
  }),
} as const
