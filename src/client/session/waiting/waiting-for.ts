import { isReadingDue, isRowPublic } from '#domain/announcement/reading.ts'
import { confirmsOverview, signsRecord } from '#domain/ending/asked.ts'
import { flow, hasAnnouncement } from '#domain/session/flow.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import { hasActed } from '#domain/session/window-settled.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { takesPart } from '#domain/submission/bids.ts'
import { isEncrypted } from '#domain/tender/tender.ts'

/** What a bidder waits for; each has a sentence that says whom it depends on, and what follows for the bidder. */
export type WaitsFor =
  | 'opening-time'
  | 'enter-opening'
  | 'decryption-command'
  | 'import'
  | 'others-decrypt'
  | 'enter-announcement'
  | 'enter-end'
  | 'enter-end-unasked'
  | 'reading'
  | 'own-turn'
  | 'others-answer'
  | 'confirmation-command'
  | 'others-confirm'
  | 'signing-command'
  | 'others-sign'
  | 'end'
  | 'second-envelope'

/** What a bidder waits for; null while they have something to do, while the lot is halted, and after the end. */
export function waitingFor(state: SessionState, own: BidderState, early: boolean): WaitsFor | null {
  if (state.lot !== 'open' || state.endedAt) return null
  if (betweenEnvelopes(state)) return 'second-envelope'
  if (state.flow < flow.opening) return early ? 'opening-time' : 'enter-opening'
  if (state.flow < flow.announcementLowest) return inOpening(state, own)
  return state.flow < flow.end ? inAnnouncement(state, own) : inEnd(state, own)
}

function inOpening(state: SessionState, own: BidderState): WaitsFor | null {
  const { decryption, tender } = state
  if (!decryption) return isEncrypted(state) ? 'decryption-command' : 'import'
  if (decryption.closed)
    return hasAnnouncement(tender?.bidStyle ?? 1) ? 'enter-announcement' : enterEnd(state, own)
  if (!isEncrypted(state)) return 'import'
  return hasActed('decryption', own, state) ? 'others-decrypt' : null
}

function inAnnouncement(state: SessionState, own: BidderState): WaitsFor | null {
  if (state.inquiry?.closed === false) return hasActed('inquiry', own, state) ? 'others-answer' : null
  if (takesPart(state, own)) {
    if (!isRowPublic(state, own)) return state.announcement?.reading ? 'own-turn' : 'reading'
    if (!own.rowCheck) return null
  }
  return isReadingDue(state) ? 'reading' : enterEnd(state, own)
}

/** Step 4, in which only bidders whose bids were opened have something to do (END-31). */
function enterEnd(state: SessionState, own: BidderState): WaitsFor {
  return confirmsOverview(state, own) ? 'enter-end' : 'enter-end-unasked'
}

function inEnd(state: SessionState, own: BidderState): WaitsFor | null {
  const { confirmation, signing } = state
  if (!confirmsOverview(state, own) && !signsRecord(state, own)) return 'end'
  if (!confirmation) return 'confirmation-command'
  if (!confirmation.closed) return hasActed('confirmation', own, state) ? 'others-confirm' : null
  if (!signing) return 'signing-command'
  if (signing.confirmed) return 'end'
  return hasActed('signing', own, state) ? 'others-sign' : null
}
