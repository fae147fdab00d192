import type { SessionState } from '../session/state.ts'
import type { BidFileState } from '../submission/bid-state.ts'
import { filesIn, participants } from '../submission/bids.ts'
import { awaitsKey } from './hand-over.ts'

/** A file with its bidder. */
interface PendingFile extends BidFileState {
  readonly bidderCode: string
}

/** Files of the current envelope that are still to be opened; after the window only those with a key. */
export function pendingFiles(state: SessionState): PendingFile[] {
  return participants(state)
    .flatMap((bidder) => filesIn(state, bidder).map((file) => ({ ...file, bidderCode: bidder.code })))
    .filter(({ file }) => awaitsKey(file) || file.status === 'opening')
}
