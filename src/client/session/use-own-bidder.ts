import { useRole, useSession } from '#client/store/session-provider.tsx'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { ownBidder } from '#domain/submission/own-bidder.ts'

/** The viewing bidder; null for everybody else. */
export function useOwnBidder(): BidderState | null {
  const role = useRole()
  return useSession((snapshot) => (role === 'bidder' ? ownBidder(snapshot.state) : null))
}
