import { systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { closingOf } from '#domain/session/due.ts'
import { epochOf } from '#lib/time.ts'
import { outageIn } from './random-health.ts'
import { by, type Step } from './random-step.ts'
import { bidder, bidderCode, opener } from './sample-actors.ts'

/** What the nth bidder objects to, a text that occurs nowhere else. */
export function inquiryTextOf(n: number): string {
  return `开标异议-${n}-17320508075`
}

const atDeadline: Step = {
  actor: systemActor,
  command: ({ inquiry }) => closingOf('inquiry', inquiry && outageIn(inquiry)),
  notBefore: (state) => (state.inquiry ? epochOf(state.inquiry.deadline) : 0),
}

/** An objection inquiry: odd bidders object and get a reply, even ones do not. It ends with the last answer or in time. */
export function inquiry(bidding: readonly { readonly n: number }[]): Step[] {
  const answer = (n: number): Command => ({
    type: 'AnswerInquiry',
    payload: { objects: n % 2 === 1, text: inquiryTextOf(n) },
  })
  const reply = (n: number): Command => ({
    type: 'ReplyInquiry',
    payload: { bidderCode: bidderCode(n), content: `回复${inquiryTextOf(n)}` },
  })
  return [
    by(opener, { type: 'StartInquiry', payload: {} }),
    ...bidding.map(({ n }) => by(bidder(n), answer(n))),
    // The first time, an outage prolongs it.
    ...[atDeadline, atDeadline],
    ...bidding.filter(({ n }) => n % 2 === 1).map(({ n }) => by(opener, reply(n))),
  ]
}
