import { isReadingDue, isRowPublic } from '#domain/announcement/reading.ts'
import { confirmsOverview, isAsked } from '#domain/ending/asked.ts'
import { flow, hasAnnouncement } from '#domain/session/flow.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import { hasActed, isSettled } from '#domain/session/window-settled.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { filesIn, hasFailed, takesPart } from '#domain/submission/bids.ts'
import { isEncrypted } from '#domain/tender/tender.ts'

/** What a bidder waits for; each has a text that says on whom it depends, and what follows for the bidder. */
export type WaitsFor =
  | 'opening-time'
  | 'enter-opening'
  | 'decryption-command'
  | 'import'
  | 'own-opening'
  | 'others-decrypt'
  | 'opening-rest'
  | 'enter-announcement'
  | 'enter-announcement-unasked'
  | 'enter-end'
  | 'enter-end-unasked'
  | 'reading'
  | 'reading-unasked'
  | 'reading-rest'
  | 'own-turn'
  | 'reply'
  | 'others-answer'
  | 'confirmation-command'
  | 'others-confirm'
  | 'signing-command'
  | 'others-sign'
  | 'signing-confirmation'
  | 'end'
  | 'second-envelope'

/** After these no act of the bidder follows, so that no check helps. */
const idle: readonly WaitsFor[] = [
  'opening-rest',
  'enter-announcement-unasked',
  'reading-unasked',
  'enter-end-unasked',
  'others-sign',
  'signing-confirmation',
  'end',
]

export function hasActsToCome(what: WaitsFor): boolean {
  return !idle.includes(what)
}

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
  // Without a bid there is nothing to decrypt and no row to check.
  if (!takesPart(state, own)) return 'opening-rest'
  if (!decryption) return isEncrypted(state) ? 'decryption-command' : 'import'
  if (decryption.closed) {
    if (!hasAnnouncement(tender?.bidStyle ?? 1)) return enterEnd(state, own)
    return hasFailed(state, own) ? 'enter-announcement-unasked' : 'enter-announcement'
  }
  if (!isEncrypted(state)) return 'import'
  if (!hasActed('decryption', own, state)) return null
  return filesIn(state, own).some(({ file }) => file.status === 'opening') ? 'own-opening' : 'others-decrypt'
}

function inAnnouncement(state: SessionState, own: BidderState): WaitsFor | null {
  if (state.inquiry?.closed === false) return hasActed('inquiry', own, state) ? 'others-answer' : null
  const { announcement } = state
  // Nothing of a bid that was not opened can be checked, so that its bidder waits with everybody else.
  if (hasFailed(state, own)) return isReadingDue(state) ? 'reading-unasked' : enterEnd(state, own)
  if (!takesPart(state, own)) return isReadingDue(state) ? 'reading-rest' : enterEnd(state, own)
  if (!isRowPublic(state, own)) return announcement?.reading ? 'own-turn' : 'reading'
  if (!own.rowCheck) return null
  if (own.rowCheck.answer === 'disputed' && !own.rowCheck.reply) return 'reply'
  return isReadingDue(state) ? 'reading-rest' : enterEnd(state, own)
}

/** Step 4, in which only bidders whose bids were opened have something to do (END-31). */
function enterEnd(state: SessionState, own: BidderState): WaitsFor {
  return confirmsOverview(state, own) ? 'enter-end' : 'enter-end-unasked'
}

function inEnd(state: SessionState, own: BidderState): WaitsFor | null {
  const { confirmation, signing } = state
  // The bar says that they have nothing to do.
  if (!isAsked(state, own)) return null
  if (!confirmation) return 'confirmation-command'
  if (!confirmation.closed) return hasActed('confirmation', own, state) ? 'others-confirm' : null
  if (!signing) return 'signing-command'
  if (signing.confirmed) return 'end'
  if (!hasActed('signing', own, state)) return null
  return isSettled('signing', state, null) ? 'signing-confirmation' : 'others-sign'
}
