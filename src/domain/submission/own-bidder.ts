import type { SessionState } from '../session/state.ts'
import type { BidderState } from './bid-state.ts'
import { biddersOf } from './bids.ts'

/** The viewing bidder, found by the certificate: a bidder sees only their own. Null for other viewers. */
export function ownBidder(state: SessionState): BidderState | null {
  return biddersOf(state).find(({ certificate }) => certificate !== null) ?? null
}
