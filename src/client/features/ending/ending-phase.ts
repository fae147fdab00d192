import { isAsked, signingBidders } from '#domain/ending/asked.ts'
import { flow } from '#domain/session/flow.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { takesPart } from '#domain/submission/bids.ts'

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

export interface EndingCount {
  readonly total: number
  readonly done: number
}

/** How many bidders are asked to sign the record, and how many have. */
export function signedOf(state: SessionState): EndingCount {
  const all = signingBidders(state)
  return { total: all.length, done: all.filter(({ signature }) => signature !== null).length }
}

/** The text key of the opener's sentence in the bar. */
export function openerSentence(state: SessionState): string {
  const { total, done: signed } = signedOf(state)
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
      if (signed === total) return allSigned(state, total)
      return state.signing?.opener ? 'bar.signing' : 'bar.signingButOwn'
    case 'signing-over':
      return signed === total ? allSigned(state, total) : 'bar.signingOver'
    case 'before-end':
      return 'bar.end'
    case 'between-envelopes':
      return 'bar.between'
    case 'ended':
      return 'bar.ended'
  }
}

/** The opener's own signature comes before the confirmation of all. */
function allSigned({ signing }: SessionState, total: number): string {
  if (total === 0) return signing?.opener ? 'bar.noneSigns' : 'bar.noneSignsButOwn'
  return signing?.opener ? 'bar.allSigned' : 'bar.allSignedButOwn'
}

export function bidderSentence(state: SessionState, own: BidderState | null): string {
  const phase = phaseOf(state)
  if (phase === 'not-entered') return 'notYetOthers'
  if (phase === 'ended') return 'bar.ended'
  if (phase === 'between-envelopes') return 'bar.between'
  if (!own || !takesPart(state, own)) return 'bar.bidderNone'
  if (!isAsked(state, own)) return 'bar.bidderFailed'
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
  const { total, done: signed } = signedOf(state)
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
