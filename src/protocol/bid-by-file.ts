import type { SessionState } from '#domain/session/state.ts'
import { fileById, mainFile } from '#domain/submission/bids.ts'

/* Calls name a bid by one of its files, commands by its bidder. */

/** The bidder of a submitted file; null where the state has no such file. */
export function bidderOfFile(state: SessionState, fileId: string): string | null {
  return fileById(state, fileId)?.bidder.code ?? null
}

/** The file that names a bidder's bid in calls; null where there is none. */
export function fileOfBidder(state: SessionState, bidderCode: string): string | null {
  const bidder = state.bidders[bidderCode]
  return bidder ? (mainFile(bidder)?.submission.fileId ?? null) : null
}
