import type { SessionState } from '../session/state.ts'
import type { BidderState, FileState } from '../submission/bid-state.ts'
import { isExcluded, standingOf } from '../submission/bids.ts'

/** The most characters of the reason why a bid is marked invalid. */
export const markNoteLength = 500

/**
 * Whether it is decided what became of a bid, so that a mark could be about it: it was opened, or it failed to. A bid
 * that did not open may be bad as well, and a backup file may still open it (DEC-16).
 */
export function mayBeMarked(state: SessionState, bidder: BidderState): boolean {
  if (state.stage.number === 2 && !state.decryption) return isDecided(standingOf(state, bidder, 1))
  return !isExcluded(state, bidder) && isDecided(standingOf(state, bidder))
}

function isDecided({ status }: FileState): boolean {
  return status === 'imported' || status === 'failed'
}
