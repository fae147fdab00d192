import { flow } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'
import { newBidder } from '../submission/bid-draft.ts'
import type { BidderRound, BidderState } from '../submission/bid-state.ts'
import { opensTwice } from '../tender/tender.ts'

/**
 * Begins the second round at step 1 and keeps the first one in `first`. A tender with nothing to open in its second
 * envelope keeps its only round. Part of the fold.
 *
 * `personInfo`: whether the persons in charge stay, or are entered anew (PRE-18).
 */
export function beginSecondRound(draft: SessionState, personInfo: 'kept' | 'anew'): void {
  const { decryption, announcement, basePrice, inquiry, confirmation, signing, remarks, reportInfo } = draft
  const { tender, persons, recordedSupervisor } = draft
  draft.evaluationStatus = null
  draft.stage = { number: 2, firstEndedAt: draft.stage.firstEndedAt }
  if (tender && !opensTwice(tender)) return
  const drawOrder = draft.drawOrder.filter((id) => draft.draws[id]?.phase === 'decided')
  draft.first = {
    ...{ decryption, announcement, basePrice, inquiry, confirmation, signing, remarks, reportInfo },
    ...{ tender, persons, recordedSupervisor, drawOrder },
  }
  Object.assign(draft, {
    decryption: null,
    announcement: null,
    basePrice: null,
    inquiry: null,
    confirmation: null,
    signing: null,
    remarks: '',
    reportInfo: null,
    ...(personInfo === 'anew' ? { persons: null, personIds: null } : {}),
  })
  draft.flow = flow.prepared
  for (const code of draft.order) {
    const bidder = draft.bidders[code]
    if (!bidder) continue
    bidder.first = roundOf(bidder)
    // The invalid mark stays: it keeps a bidder out of the second envelope.
    Object.assign(bidder, { ...noRound, invalid: bidder.invalid })
  }
}

function roundOf(bidder: BidderState): BidderRound {
  const { figures, invalid, confirmed, confirmation, signature, remark, line, rowCheck } = bidder
  return { figures, invalid, confirmed, confirmation, signature, remark, line, rowCheck }
}

/** What a bidder has of an envelope that is not opened yet. */
const noRound = roundOf(newBidder('', ''))
