import type { SessionState } from '../session/state.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { participants } from '../submission/bids.ts'
import type { RowCheck } from './announcement-state.ts'

/** A bidder who disputes their announced row. */
interface Dispute {
  readonly bidder: BidderState
  readonly check: RowCheck
}

/** The disputed rows (ANN-13) in the order of enrolment, as far as the viewer may see them. */
export function disputesIn(state: SessionState): Dispute[] {
  return participants(state).flatMap((bidder) => {
    const check = bidder.rowCheck
    return check?.answer === 'disputed' ? [{ bidder, check }] : []
  })
}

/** Those of them that the opener has not replied to (ANN-17). */
export function openDisputes(state: SessionState): Dispute[] {
  return disputesIn(state).filter(({ check }) => check.reply === null)
}
