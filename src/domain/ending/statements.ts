import { recordedInterruptions } from '../halting/recorded.ts'
import { inquiryObjections } from '../inquiry/inquiry.ts'
import type { SessionState } from '../session/state.ts'
import { participants } from '../submission/bids.ts'
import type { Statements } from './statements-schema.ts'

/** The bidders who dispute their announced row (ANN-13), in the order of their enrolment, as far as the viewer may see it. */
export function disputesOf(state: SessionState): Statements['disputes'] {
  return participants(state).flatMap(({ code, rowCheck }) =>
    rowCheck?.answer === 'disputed' ? [{ bidderCode: code, text: rowCheck.text, at: rowCheck.at }] : [],
  )
}

/**
 * What the record has of the bidders' statements (END-28): once signing is ordered what the log fixed with the command,
 * which everybody sees, as everybody computes the record's hash. Null for a record of before it had statements.
 */
export function statementsOf(state: SessionState): Statements | null {
  if (state.signing) return state.signing.statements
  const objections = inquiryObjections(state).map(({ bidder, answer: { text, at, reply } }) => ({
    ...{ bidderCode: bidder.code, text, at },
    reply,
  }))
  const isUnexplained = recordedInterruptions(state).some(({ reason }) => reason === '')
  return {
    disputes: disputesOf(state),
    objections,
    ...(isUnexplained && { unexplainedHalts: true as const }),
  }
}
