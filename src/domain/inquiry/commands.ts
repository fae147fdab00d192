import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { isRecordFixed } from '../ending/record-fixed.ts'
import { objectionLength, objectionTextProblem } from '../objections/objection.ts'
import { commandRow, serverCommandRow } from '../session/command-row.ts'
import { actingBidder, type Context } from '../session/context.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { prolonging } from '../session/prolongation.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import { bidder, duringOpening, opener, system } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import { deadlineAfter, windowOpen } from '../session/window.ts'
import { windowHealthSchema } from '../session/window-health.ts'
import { takesPart } from '../submission/bids.ts'
import { askedBidders, startInquiryProblem } from './inquiry.ts'
import type { InquiryEnding } from './inquiry-state.ts'

/** Longer than the rules allow, so that they refuse a long text with their own message. */
const content = z.string().max(10_000)

export const inquiryCommands = {
  /** The opener orders the inquiry, once in each round (INQ-2); its length is the region's (INQ-3). */
  StartInquiry: commandRow({
    payload: z.strictObject({}),
    roles: opener,
    statuses: duringOpening,
    decide(state, _payload, { now, rules }) {
      const problem = startInquiryProblem(state, rules)
      if (problem) return err(problem)
      const { minutes: limitMinutes, warningMilliseconds } = rules.objectionInquiry
      const deadline = deadlineAfter(now, limitMinutes)
      return ok([event('InquiryStarted', { limitMinutes, deadline, warningMilliseconds })])
    },
  }),

  /** A bidder says for their own bid whether they object, once (INQ-4, INQ-5). The last answer ends the inquiry (INQ-6). */
  AnswerInquiry: commandRow({
    payload: z.strictObject({ objects: z.boolean(), text: content }),
    roles: bidder,
    statuses: duringOpening,
    decide(state, { objects, text }, context) {
      const own = actingBidder(state, context)
      if (!own || !takesPart(state, own)) return reject('unknown-bidder')
      const problem = answerProblem(state, own.code, context) ?? (objects ? textProblem(text) : null)
      if (problem) return err(problem)
      const answer = { bidderCode: own.code, objects, text: objects ? text.trim() : '' }
      const answered = event('InquiryAnswered', answer)
      const rest = askedBidders(state).filter(({ answer, bidder }) => !answer && bidder.code !== own.code)
      return ok(rest.length > 0 ? [answered] : [answered, closed(state, 'all-answered', answer)])
    },
  }),

  /** Ends the inquiry at its deadline (INQ-6). */
  CloseInquiry: serverCommandRow({
    payload: z.strictObject({ health: windowHealthSchema.nullish() }),
    roles: system,
    statuses: duringOpening,
    decide(state, { health }, { now }) {
      const { inquiry } = state
      if (!inquiry || inquiry.closed || now < epochOf(inquiry.deadline)) return ok([])
      const more = prolonging(state, 'inquiry', health?.outages)
      if (more.length > 0) return ok(more)
      return ok([closed(state, 'time-out')])
    },
  }),

  /** The opener's one reply to a bidder's objection, until signing is ordered (INQ-8). */
  ReplyInquiry: commandRow({
    payload: z.strictObject({ bidderCode: z.string().max(60), content }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { bidderCode, content }) {
      if (!state.inquiry) return reject('inquiry-not-issued')
      if (isRecordFixed(state)) return reject('locked-by-signing')
      const answer = state.inquiry.answers[bidderCode]
      if (!answer?.objects) return reject('unknown-objection')
      if (answer.reply) return reject('inquiry-already-replied')
      const problem = objectionTextProblem(content)
      if (problem === 'missing') return reject('inquiry-reply-missing')
      if (problem === 'too-long') return reject('inquiry-reply-too-long', { maximum: objectionLength })
      return ok([event('InquiryReplied', { bidderCode, content: content.trim() })])
    },
  }),
} as const

/** Why a bidder cannot answer now (INQ-4); null when they can. */
function answerProblem({ inquiry }: SessionState, code: string, { now }: Context): Rejection | null {
  if (!inquiry) return { code: 'inquiry-not-issued', params: {} }
  if (inquiry.answers[code]) return { code: 'inquiry-already-answered', params: {} }
  return windowOpen(inquiry, now) ? null : { code: 'inquiry-closed', params: {} }
}

function textProblem(text: string): Rejection | null {
  switch (objectionTextProblem(text)) {
    case 'missing':
      return { code: 'objection-missing', params: {} }
    case 'too-long':
      return { code: 'objection-too-long', params: { maximum: objectionLength } }
    case null:
      return null
  }
}

/** The end of the inquiry, with the answer that ends it. */
function closed(
  state: SessionState,
  cause: InquiryEnding,
  last: { readonly objects: boolean } | null = null,
): SessionEvent {
  const asked = askedBidders(state)
  const answers = [...asked.flatMap(({ answer }) => answer ?? []), ...(last ? [last] : [])]
  return event('InquiryClosed', {
    cause,
    answered: answers.length,
    objecting: answers.filter(({ objects }) => objects).length,
    silent: asked.length - answers.length,
  })
}
