import { err, ok } from '#lib/result.ts'
import type { CommandShapes } from '../session/command.ts'
import { actingBidder, type Context, type Decision } from '../session/context.ts'
import { event } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { objectionsOf, type SessionState } from '../session/state.ts'
import { attachmentProblem } from './attachment.ts'
import { mostObjections, objectionLength, objectionTextProblem } from './objection.ts'

/** A bidder objects, while the section is 未开标 (S0 §4, §5), with one file at most; the permission table says until when. */
export function raiseObjection(
  state: SessionState,
  { objectionId, content, attachment }: CommandShapes['RaiseObjection'],
  context: Context,
): Decision {
  const bidder = actingBidder(state, context)
  if (!bidder) return reject('unknown-bidder')
  const problem = objectionTextProblem(content)
  if (problem === 'missing') return reject('objection-missing')
  if (problem === 'too-long') return reject('objection-too-long', { maximum: objectionLength })
  const unfit = attachment && attachmentProblem(attachment)
  if (unfit) return err(unfit)
  const isUsed = attachment && objectionsOf(state).some((one) => one.attachment?.fileId === attachment.fileId)
  if (isUsed) return reject('attachment-missing')
  const { code: bidderCode } = bidder
  const raised = objectionsOf(state).filter((one) => one.bidderCode === bidderCode)
  if (raised.length >= mostObjections) return reject('objections-too-many', { maximum: mostObjections })
  return ok([event('ObjectionRaised', { objectionId, bidderCode, content: content.trim(), attachment })])
}

/** The opener's one reply to an objection. */
export function replyObjection(
  state: SessionState,
  { objectionId, content }: CommandShapes['ReplyObjection'],
): Decision {
  const objection = state.objections[objectionId]
  if (!objection) return reject('unknown-objection')
  if (objection.reply) return reject('objection-already-replied')
  const problem = objectionTextProblem(content)
  if (problem === 'missing') return reject('reply-missing')
  if (problem === 'too-long') return reject('reply-too-long', { maximum: objectionLength })
  const { bidderCode } = objection
  return ok([event('ObjectionReplied', { objectionId, bidderCode, content: content.trim() })])
}

/** The bidder has read the reply; another bidder's objection is as unknown as none. */
export function markObjectionRead(
  state: SessionState,
  { objectionId }: CommandShapes['MarkObjectionRead'],
  context: Context,
): Decision {
  const objection = state.objections[objectionId]
  const bidder = actingBidder(state, context)
  if (!objection || objection.bidderCode !== bidder?.code) return reject('unknown-objection')
  if (!objection.reply) return reject('objection-not-replied')
  return ok(objection.read ? [] : [event('ObjectionRead', { objectionId, bidderCode: bidder.code })])
}
