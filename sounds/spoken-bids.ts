import type { SessionState } from '#domain/session/state.ts'
import { filesIn, standingOf, submitters, takesPart } from '#domain/submission/bids.ts'
import { bidder, type Piece } from './sentence.ts'

/* What prompts say of bidders and their bids. */

/** Bidders see no other bidder's certificate. */
export function isOwn(bidderCode: string, state: SessionState): boolean {
  return (state.bidders[bidderCode]?.certificate ?? null) !== null
}

/** Whether all their files of the current envelope have been opened. */
export function isDecrypted(bidderCode: string, state: SessionState): boolean {
  const bidder = state.bidders[bidderCode]
  const files = bidder ? filesIn(state, bidder) : []
  return files.every(({ file }) => file.status === 'decrypted' || file.status === 'imported')
}

export function named(bidderCode: string, state: SessionState): Piece {
  const position = submitters(state).findIndex(({ code }) => code === bidderCode) + 1
  return bidder(nameOf(bidderCode, state), position)
}

export function nameOf(bidderCode: string, state: SessionState): string {
  return state.bidders[bidderCode]?.name ?? bidderCode
}

/** Counts without building lists, since it is called for each of many bidders. */
export function failures(state: SessionState): number {
  let count = 0
  for (const code of state.order) {
    const bidder = state.bidders[code]
    if (bidder && takesPart(state, bidder) && standingOf(state, bidder).status === 'failed') count += 1
  }
  return count
}
