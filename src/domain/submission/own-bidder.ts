import type { SessionState } from '../session/state.ts'
import type { BidderState } from './bid-state.ts'
import { biddersOf } from './bids.ts'

/** The bidder who looks: only one's own enrolment, with its certificate, is ever shown to a bidder. Null for others. */
export function ownBidder(state: SessionState): BidderState | null {
  return biddersOf(state).find(({ certificate }) => certificate !== null) ?? null
}
