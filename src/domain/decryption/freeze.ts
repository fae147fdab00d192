import { event, type SessionEvent } from '../session/event.ts'
import type { SessionState } from '../session/state.ts'
import type { FrozenBid } from '../submission/bid-file.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { biddersOf, filesIn, filesOf, hasSubmitted, participants, submitters } from '../submission/bids.ts'
import { controlPriceDisclosure } from '../tender/commands.ts'

/** Whether the current envelope has files to open. */
export function hasFilesToOpen(state: SessionState): boolean {
  return participants(state).some((bidder) => filesIn(state, bidder).length > 0)
}

/**
 * The events that begin the opening of files; the first time they also freeze every bid and disclose the control price.
 */
export function withFreeze(state: SessionState, started: SessionEvent): SessionEvent[] {
  if (state.frozen) return [started]
  const absent = biddersOf(state)
    .filter((bidder) => !hasSubmitted(state, bidder))
    .map((bidder) => ({ bidderCode: bidder.code, name: bidder.name }))
  const bidsFrozen = event('BidsFrozen', { bids: submitters(state).flatMap(frozenBids), absent })
  return [bidsFrozen, started, ...controlPriceDisclosure(state)]
}

function frozenBids(bidder: BidderState): FrozenBid[] {
  return filesOf(bidder).map(({ kind, submission: { at, manifest: _manifest, ...bid } }) => ({
    bidderCode: bidder.code,
    name: bidder.name,
    kind,
    ...bid,
    submittedAt: at,
  }))
}
