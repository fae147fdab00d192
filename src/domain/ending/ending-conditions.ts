import { flow } from '../session/flow.ts'
import type { Rejection } from '../session/rejection.ts'
import { betweenEnvelopes, type SessionState } from '../session/state.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { filesIn, participants } from '../submission/bids.ts'
import { signingBidders } from './asked.ts'
import { openStatements } from './statements.ts'

/** Why step 4 cannot be entered yet: it needs the announcement (END-1). Null when it can. */
export function endProblem(state: SessionState): Rejection | null {
  if (state.flow < flow.opening) return { code: 'enter-announcement-first', params: {} }
  if (state.flow < flow.announcementLowest) return { code: 'announce-first', params: {} }
  return null
}

/**
 * Conditions of ending (END-11): signing is confirmed, except in mode YS, where without it every statement of a bidder has
 * its reply (INQ-8), and of two envelopes the second was called. A second envelope without files to open can end at once (END-15).
 */
export function finishProblem(state: SessionState): Rejection | null {
  if (betweenEnvelopes(state)) return { code: 'envelope-ended', params: {} }
  const nothing = !participants(state).some((bidder) => filesIn(state, bidder).length > 0)
  if (state.stage.number === 2 && nothing) return null
  if (state.flow < flow.end) return { code: 'enter-end-first', params: {} }
  if (state.signing?.confirmed) return null
  if (state.tender?.openingMode !== 'YS') return { code: 'confirm-signing-first', params: {} }
  if (state.confirmation?.closed === false) return { code: 'confirmation-still-open', params: {} }
  if (state.signing) return state.signing.closed ? null : { code: 'confirm-signing-first', params: {} }
  const count = openStatements(state)
  return count > 0 ? { code: 'inquiry-replies-missing', params: { count } } : null
}

/** Whether EndOpening ends only the first of two envelopes. */
export function endsFirstEnvelope({ tender, stage }: Pick<SessionState, 'tender' | 'stage'>): boolean {
  return tender?.envelopes === 2 && stage.number === 1
}

/** Bidders who are asked to sign the record and have not. */
export function unsigned(state: SessionState): BidderState[] {
  return signingBidders(state).filter((bidder) => bidder.signature === null)
}

/** Why the opener cannot confirm the signing yet: while time remains everybody must have signed. Null when they can. */
export function confirmSigningProblem(state: SessionState): Rejection | null {
  if (!state.signing) return { code: 'signing-not-issued', params: {} }
  if (state.signing.confirmed) return { code: 'signing-already-confirmed', params: {} }
  const count = unsigned(state).length
  return count > 0 && !state.signing.closed ? { code: 'some-not-signed', params: { count } } : null
}
