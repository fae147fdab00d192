import { flow, hasAnnouncement } from '../session/flow.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { Rules } from '../session/variant-rules.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { hasParticipants, participants } from '../submission/bids.ts'
import type { InquiryAnswer } from './inquiry-state.ts'

type InquiryRules = Pick<Rules, 'objectionInquiry'>

/**
 * Whether bidders are asked for objections in this round (INQ-1): where the region asks only invited suppliers, in
 * tenders that invite them. Without a step 3, or without bidders who take part, there is nobody to ask.
 */
export function hasInquiry(state: SessionState, { objectionInquiry }: InquiryRules): boolean {
  const { tender } = state
  if (!tender || !hasAnnouncement(tender.bidStyle)) return false
  if (objectionInquiry.invitedOnly && !tender.invitesSuppliers) return false
  return hasParticipants(state)
}

/** Why the inquiry cannot be ordered (INQ-2); null when it can. */
export function startInquiryProblem(state: SessionState, rules: InquiryRules): Rejection | null {
  if (!hasInquiry(state, rules)) return { code: 'inquiry-not-needed', params: {} }
  if (state.inquiry) return { code: 'inquiry-already-issued', params: {} }
  if (state.flow < flow.announcement) return { code: 'enter-announcement-first', params: {} }
  return state.flow < flow.end ? null : { code: 'inquiry-too-late', params: {} }
}

/** Why step 4 waits for the inquiry (INQ-7); null when it does not. */
export function inquiryProblem(state: SessionState, rules: InquiryRules): Rejection | null {
  const { inquiry } = state
  if (inquiry) return inquiry.closed ? null : { code: 'inquiry-still-open', params: {} }
  return hasInquiry(state, rules) ? { code: 'inquiry-not-issued', params: {} } : null
}

/** A bidder who takes part, with their answer as far as the viewer may see it. */
export interface Asked {
  readonly bidder: BidderState
  readonly answer: InquiryAnswer | null
}

/** The bidders asked in the round's inquiry, in the order of their enrolment; nobody before it is ordered. */
export function askedBidders(state: SessionState): Asked[] {
  const { inquiry } = state
  if (!inquiry) return []
  return participants(state).map((bidder) => ({ bidder, answer: inquiry.answers[bidder.code] ?? null }))
}

/** The objections of the round's inquiry that the viewer may see. */
export function inquiryObjections(
  state: SessionState,
): { readonly bidder: BidderState; readonly answer: InquiryAnswer }[] {
  return askedBidders(state).flatMap(({ bidder, answer }) => (answer?.objects ? [{ bidder, answer }] : []))
}

/** How many objections of the inquiry have no reply yet. */
export function openObjections(state: SessionState): number {
  return inquiryObjections(state).filter(({ answer }) => answer.reply === null).length
}
