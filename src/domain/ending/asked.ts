import type { SessionState } from '../session/state.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { biddersOf, type EnvelopeState, hasFailed, takesPart } from '../submission/bids.ts'
import type { OverviewRow } from './record.ts'

type Confirming = EnvelopeState & Pick<SessionState, 'confirmation'>
type Signing = EnvelopeState & Pick<SessionState, 'signing'>

/**
 * Whether a bidder is asked to confirm the overview (END-31): not one whose bid has failed, which no file can open any more
 * in step 4. In logs of before they were asked, too: whoever is confirmed there, or named as not having confirmed, stays.
 */
export function confirmsOverview(state: Confirming, bidder: BidderState): boolean {
  if (!takesPart(state, bidder)) return false
  if (bidder.confirmed !== 'no' || !hasFailed(state, bidder)) return true
  return isUnconfirmed(state, bidder.code)
}

/**
 * Whether a bidder is asked to sign the record (END-31): not one whose bid has failed, unless a log of before has their
 * signature or names them as not having signed.
 */
export function signsRecord(state: Signing, bidder: BidderState): boolean {
  if (!takesPart(state, bidder)) return false
  if (bidder.signature !== null || !hasFailed(state, bidder)) return true
  return state.signing?.unsigned.includes(bidder.code) ?? false
}

/** Whether a bidder has to confirm the overview, or once that is closed to sign the record (END-31). */
export function isAsked(state: Confirming & Signing, bidder: BidderState): boolean {
  return state.confirmation?.closed ? signsRecord(state, bidder) : confirmsOverview(state, bidder)
}

/** Whether a row of the overview is one that its bidder is asked to confirm, as `confirmsOverview`. */
export function isRowAsked(
  state: Pick<SessionState, 'confirmation'>,
  { badge, bidderCode, confirmed }: Pick<OverviewRow, 'badge' | 'bidderCode' | 'confirmed'>,
): boolean {
  return badge !== 'failed' || confirmed !== 'no' || isUnconfirmed(state, bidderCode)
}

/** Bidders who are asked to confirm the overview, in the order of their enrolment. */
export function confirmers(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => confirmsOverview(state, bidder))
}

/** Bidders who are asked to sign the record, in the order of their enrolment. */
export function signingBidders(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => signsRecord(state, bidder))
}

/**
 * Whether somebody has still to confirm, apart from the bidder of a code. A loop that ends early: this runs for every
 * confirmation.
 */
export function isConfirmationAwaited(state: SessionState, exceptCode: string | null = null): boolean {
  for (const code of state.order) {
    const bidder = code === exceptCode ? undefined : state.bidders[code]
    if (bidder?.confirmed === 'no' && confirmsOverview(state, bidder)) return true
  }
  return false
}

/** How many bidders are asked to confirm the overview, and how they did: by themselves, or automatically. */
export interface ConfirmationCount {
  readonly total: number
  readonly done: number
  /** Confirmed at the deadline or by the opener (END-4, END-20, END-21). */
  readonly automatic: number
}

export function confirmationCount(state: SessionState): ConfirmationCount {
  const all = confirmers(state)
  const confirmedBy = (by: BidderState['confirmed']) => all.filter(({ confirmed }) => confirmed === by).length
  return { total: all.length, done: confirmedBy('bidder'), automatic: confirmedBy('time-out') }
}

/** Whether the log names a bidder as not having confirmed. */
function isUnconfirmed({ confirmation }: Pick<SessionState, 'confirmation'>, code: string): boolean {
  return confirmation?.unconfirmed?.includes(code) ?? false
}
