import { awaitsKey } from '../decryption/hand-over.ts'
import { confirmsOverview, signsRecord } from '../ending/asked.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { filesIn, participants, takesPart } from '../submission/bids.ts'
import type { SessionState } from './state.ts'
import type { WindowName } from './window.ts'

/** Whether a bidder has acted in a window, or has nothing to do in it. */
export function hasActed(window: WindowName, own: BidderState, state: SessionState): boolean {
  if (!takesPart(state, own)) return true
  switch (window) {
    case 'decryption':
      return !filesIn(state, own).some(({ file }) => awaitsKey(file))
    case 'inquiry':
      return state.inquiry?.answers[own.code] !== undefined
    case 'confirmation':
      return own.confirmed !== 'no' || !confirmsOverview(state, own)
    case 'signing':
      return own.signature !== null || !signsRecord(state, own)
  }
}

/**
 * Whether a viewer has nothing to wait for in a window: a bidder (`own`) once they have acted, all others once every
 * bidder has answered, confirmed or signed. Decryption is settled only when every file is opened.
 */
export function isSettled(window: WindowName, state: SessionState, own: BidderState | null): boolean {
  if (own) return hasActed(window, own, state)
  if (window === 'decryption') return false
  const all = participants(state)
  return all.length > 0 && all.every((bidder) => hasActed(window, bidder, state))
}
