import type { SessionState } from '#domain/session/state.ts'
import { fileById, mainFile } from '#domain/submission/bids.ts'

/* Calls name a bid by one of its files, commands by its bidder. */

/** The bidder whose submitted file this is; null where the state has no such file. */
export function bidderOfFile(state: SessionState, fileId: string): string | null {
  return fileById(state, fileId)?.bidder.code ?? null
}

/** The file by which a bidder's bid is named; null where the state has none. */
export function fileOfBidder(state: SessionState, bidderCode: string): string | null {
  const bidder = state.bidders[bidderCode]
  return bidder ? (mainFile(bidder)?.submission.fileId ?? null) : null
}
