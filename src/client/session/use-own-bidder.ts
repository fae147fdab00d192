import { useRole, useSession } from '#client/store/session-provider.tsx'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { biddersOf } from '#domain/submission/bids.ts'

/** The viewing bidder's own entry: only one's own enrolment, with its certificate, is ever shown to a bidder. */
function ownBidder(state: SessionState): BidderState | null {
  return biddersOf(state).find((bidder) => bidder.certificate !== null) ?? null
}

/** The viewing bidder; null for everybody else. */
export function useOwnBidder(): BidderState | null {
  const role = useRole()
  return useSession((snapshot) => (role === 'bidder' ? ownBidder(snapshot.state) : null))
}
