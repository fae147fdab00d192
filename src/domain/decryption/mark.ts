import type { BidderState, FileState } from '../submission/bid-state.ts'
import { type EnvelopeState, isExcluded, standingOf } from '../submission/bids.ts'

/** The greatest length of the note of an invalid mark. */
export const markNoteLength = 500

/**
 * Whether a bid can be marked (DEC-16): it was opened or has failed. A failed bid can be marked too, because a backup
 * file may still open it.
 */
export function mayBeMarked(state: EnvelopeState, bidder: BidderState): boolean {
  if (state.stage.number === 2 && !state.decryption) return isDecided(standingOf(state, bidder, 1))
  return !isExcluded(state, bidder) && isDecided(standingOf(state, bidder))
}

function isDecided({ status }: FileState): boolean {
  return status === 'imported' || status === 'failed'
}
