import type { SessionState } from '../session/state.ts'
import type { BidFileState } from '../submission/bid-state.ts'
import { filesIn, filesOf, participants, takesPart } from '../submission/bids.ts'
import { awaitsKey } from './hand-over.ts'

/** A file with its bidder. */
interface PendingFile extends BidFileState {
  readonly bidderCode: string
}

/** Files of the current envelope that are still to be opened; after the window only those with a key. */
export function pendingFiles(state: SessionState): PendingFile[] {
  return participants(state)
    .flatMap((bidder) => filesIn(state, bidder).map((file) => ({ ...file, bidderCode: bidder.code })))
    .filter(isPending)
}

/** Whether a file besides this one is still to be opened. A loop that ends early: this runs for every opened file. */
export function isOtherPending(state: SessionState, fileId: string): boolean {
  for (const code of state.order) {
    const bidder = state.bidders[code]
    // The files first: most of them are settled, which is known sooner than whether their bidder takes part.
    if (!bidder || !filesOf(bidder).some(isPending) || !takesPart(state, bidder)) continue
    const isOther = (file: BidFileState) => isPending(file) && file.submission.fileId !== fileId
    if (filesIn(state, bidder).some(isOther)) return true
  }
  return false
}

/** Whether it awaits a key, or is being opened with one. */
export function isPending({ file }: BidFileState): boolean {
  return awaitsKey(file) || file.status === 'opening'
}
