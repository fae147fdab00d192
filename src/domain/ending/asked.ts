import type { SessionState } from '../session/state.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { biddersOf, type EnvelopeState, standingOf, takesPart } from '../submission/bids.ts'
import type { OverviewRow } from './record.ts'

/**
 * Whether a bidder is asked to confirm the overview (END-31): not one whose bid has failed, which no file can open any more
 * in step 4. In logs of before they were asked, too: whoever is confirmed there stays.
 */
export function confirmsOverview(state: EnvelopeState, bidder: BidderState): boolean {
  return takesPart(state, bidder) && (bidder.confirmed !== 'no' || !hasFailed(state, bidder))
}

/**
 * Whether a bidder is asked to sign the record (END-31): not one whose bid has failed, unless a log of before has their
 * signature or names them as not having signed.
 */
export function signsRecord(
  state: EnvelopeState & Pick<SessionState, 'signing'>,
  bidder: BidderState,
): boolean {
  if (!takesPart(state, bidder)) return false
  if (bidder.signature !== null || !hasFailed(state, bidder)) return true
  return state.signing?.unsigned.includes(bidder.code) ?? false
}

/** Whether a row of the overview is one that its bidder is asked to confirm, as `confirmsOverview`. */
export function isRowAsked({ badge, confirmed }: Pick<OverviewRow, 'badge' | 'confirmed'>): boolean {
  return badge !== 'failed' || confirmed !== 'no'
}

/** Bidders who are asked to confirm the overview, in the order of their enrolment. */
export function confirmers(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => confirmsOverview(state, bidder))
}

/** Bidders who are asked to sign the record, in the order of their enrolment. */
export function signingBidders(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => signsRecord(state, bidder))
}

function hasFailed(state: EnvelopeState, bidder: BidderState): boolean {
  return standingOf(state, bidder).status === 'failed'
}
