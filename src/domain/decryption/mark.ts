import type { BidderState } from '../submission/bid-state.ts'
import { type EnvelopeState, isExcluded, standingOf } from '../submission/bids.ts'

/** The greatest length of the note of an invalid mark. */
export const markNoteLength = 500

/**
 * Whether a bid can be marked or its mark taken back (DEC-16): it was opened. One that counts as revoked or withdrawn is
 * void without a mark; if a backup file opens it, it can be marked then. In logs of before, failed bids may have marks, which
 * can be taken back. `invalid`: what it is to be.
 */
export function mayBeMarked(
  state: EnvelopeState,
  bidder: BidderState,
  invalid = bidder.invalid === null,
): boolean {
  const isBefore = state.stage.number === 2 && !state.decryption
  if (!isBefore && isExcluded(state, bidder)) return false
  const { status } = standingOf(state, bidder, isBefore ? 1 : state.stage.number)
  return status === 'imported' || (status === 'failed' && !invalid && bidder.invalid !== null)
}
