import { filesIn, isExcluded, participants } from '../submission/bids.ts'
import { opensTwice } from '../tender/tender.ts'
import type { SaltedEvent } from './event.ts'
import { flow } from './flow.ts'
import type { BidderRound, BidderState, DecryptionState, SessionState } from './state.ts'

/** How the round of an envelope begins; part of the fold (evolve.ts). */

export function startDecryption(
  draft: SessionState,
  { payload, at }: Extract<SaltedEvent, { type: 'DecryptionStarted' }>,
): void {
  const { limitMinutes, deadline } = payload
  beginOpening(draft, {
    limitMinutes,
    deadline,
    issuedAt: at,
    closed: false,
    cause: null,
    closedAt: null,
    outages: null,
  })
}

/** Without bid encryption every file of the envelope is to be opened at once, and nobody has a time to keep. */
export function startImport(
  draft: SessionState,
  { at, seq }: Extract<SaltedEvent, { type: 'BidImportStarted' }>,
): void {
  const untimed = { limitMinutes: null, deadline: null } as const
  beginOpening(draft, { ...untimed, issuedAt: at, closed: false, cause: null, closedAt: null, outages: null })
  for (const bidder of participants(draft)) {
    for (const file of filesIn(draft, bidder)) {
      if (file.file.status !== 'sealed') continue
      file.file = { status: 'opening', method: 'none', at, seq }
    }
  }
}

function beginOpening(draft: SessionState, decryption: DecryptionState): void {
  draft.status = 'opening'
  if (draft.stage.number === 2) {
    for (const code of draft.order) {
      const bidder = draft.bidders[code]
      if (bidder) bidder.excluded = isExcluded(draft, bidder)
    }
  }
  draft.decryption = decryption
  // Bidders of a double envelope go on only above 15 (S0 §4): the first envelope's command is still remembered.
  if (draft.tender?.envelopes === 2) draft.flow = Math.max(draft.flow, flow.decrypting)
}

/**
 * The second round begins where the first did, after the preparation; what the first yielded is kept aside. Where there
 * is nothing to open a second time, what the only round yielded stands.
 */
export function callSecondEnvelope(draft: SessionState): void {
  const { decryption, announcement, confirmation, signing, remarks } = draft
  const { tender, persons, recordedSupervisor } = draft
  draft.stage = { number: 2, firstEndedAt: draft.stage.firstEndedAt }
  if (tender && !opensTwice(tender)) return
  const drawOrder = draft.drawOrder.filter((id) => draft.draws[id]?.phase === 'decided')
  draft.first = {
    ...{ decryption, announcement, confirmation, signing, remarks },
    ...{ tender, persons, recordedSupervisor, drawOrder },
  }
  Object.assign(draft, {
    decryption: null,
    announcement: null,
    confirmation: null,
    signing: null,
    remarks: '',
  })
  draft.flow = flow.prepared
  for (const code of draft.order) {
    const bidder = draft.bidders[code]
    if (!bidder) continue
    bidder.first = roundOf(bidder)
    // The mark stands: it keeps a bidder out of the second envelope.
    Object.assign(bidder, { ...noRound, invalid: bidder.invalid })
  }
}

function roundOf(bidder: BidderState): BidderRound {
  const { figures, invalid, confirmed, confirmation, signature, remark, line } = bidder
  return { figures, invalid, confirmed, confirmation, signature, remark, line }
}

const noRound: BidderRound = {
  figures: null,
  invalid: null,
  confirmed: 'no',
  confirmation: null,
  signature: null,
  remark: '',
  line: null,
}
