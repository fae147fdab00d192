import { disputesIn, openDisputes } from '../announcement/disputes.ts'
import { recordedInterruptions } from '../halting/recorded.ts'
import { inquiryObjections, openObjections } from '../inquiry/inquiry.ts'
import type { SessionState } from '../session/state.ts'
import type { Statements } from './statements-schema.ts'

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
  const disputes = disputesIn(state).map(({ bidder, check: { text, at, reply } }) => ({
    ...{ bidderCode: bidder.code, text, at },
    ...(reply ? { reply } : {}),
  }))
  const isUnexplained = recordedInterruptions(state).some(({ reason }) => reason === '')
  const ended = state.confirmation?.ended
  return {
    ...{ disputes, objections },
    ...(ended && { confirmationEnded: ended.reason }),
    ...(isUnexplained && { unexplainedHalts: true as const }),
  }
}

/** How many disputed rows, and objections of the inquiry, have no reply yet: signing waits for these (INQ-8). */
export function openStatements(state: SessionState): number {
  return openDisputes(state).length + openObjections(state)
}
