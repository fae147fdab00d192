import { flow } from '#domain/session/flow.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { participants, takesPart } from '#domain/submission/bids.ts'

/** The phase of step 4, the same for all roles. */
export type EndingPhase =
  | 'not-entered'
  | 'before-confirmation'
  | 'confirming'
  | 'before-signing'
  | 'signing'
  | 'signing-over'
  | 'before-end'
  | 'between-envelopes'
  | 'ended'

export function phaseOf(state: SessionState): EndingPhase {
  if (state.endedAt) return 'ended'
  if (betweenEnvelopes(state)) return 'between-envelopes'
  if (state.flow < flow.end) return 'not-entered'
  if (!state.confirmation) return 'before-confirmation'
  if (!state.confirmation.closed) return 'confirming'
  if (!state.signing) return 'before-signing'
  if (state.signing.confirmed) return 'before-end'
  return state.signing.closed ? 'signing-over' : 'signing'
}

/** How many participants there are, and how many have confirmed the overview or signed the record. */
export function countsOf(state: SessionState): { total: number; confirmed: number; signed: number } {
  const all = participants(state)
  return {
    total: all.length,
    confirmed: all.filter((bidder) => bidder.confirmed !== 'no').length,
    signed: all.filter((bidder) => bidder.signature !== null).length,
  }
}

/** The text key of the opener's sentence in the bar. */
export function openerSentence(state: SessionState): string {
  const { total, signed } = countsOf(state)
  switch (phaseOf(state)) {
    case 'not-entered':
      return 'notYetOpener'
    case 'before-confirmation':
      return 'bar.askConfirmation'
    case 'confirming':
      return 'bar.confirming'
    case 'before-signing':
      return 'bar.askSigning'
    case 'signing':
      return signed === total ? 'bar.allSigned' : 'bar.signing'
    case 'signing-over':
      return signed === total ? 'bar.allSigned' : 'bar.signingOver'
    case 'before-end':
      return 'bar.end'
    case 'between-envelopes':
      return 'bar.between'
    case 'ended':
      return 'bar.ended'
  }
}

export function bidderSentence(state: SessionState, own: BidderState | null): string {
  const phase = phaseOf(state)
  if (phase === 'not-entered') return 'notYetOthers'
  if (phase === 'ended') return 'bar.ended'
  if (phase === 'between-envelopes') return 'bar.between'
  if (!own || !takesPart(state, own)) return 'bar.bidderNone'
  switch (phase) {
    case 'before-confirmation':
      return 'bar.bidderWaitConfirm'
    case 'confirming':
      return own.confirmed === 'no' ? 'bar.bidderConfirm' : 'bar.bidderConfirmed'
    case 'before-signing':
      return own.confirmed === 'time-out' ? 'bar.bidderAuto' : 'bar.bidderWaitSigning'
    case 'signing':
      return own.signature ? 'bar.bidderSigned' : 'bar.bidderSign'
    case 'signing-over':
      return own.signature ? 'bar.bidderSigned' : 'bar.bidderOver'
    case 'before-end':
      return own.signature ? 'bar.bidderSigned' : 'bar.bidderUnsigned'
  }
}

export function observerSentence(state: SessionState): string {
  const { total, signed } = countsOf(state)
  switch (phaseOf(state)) {
    case 'not-entered':
      return 'notYetOthers'
    case 'before-confirmation':
      return 'bar.watchConfirm'
    case 'before-signing':
      return 'bar.watchSigning'
    case 'before-end':
      return 'bar.watchEnd'
    case 'between-envelopes':
      return 'bar.between'
    case 'signing':
    case 'signing-over':
      return signed === total ? 'bar.watchAllSigned' : 'bar.signing'
    case 'confirming':
      return 'bar.confirming'
    case 'ended':
      return 'bar.ended'
  }
}
