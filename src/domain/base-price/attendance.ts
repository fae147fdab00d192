import Decimal from 'decimal.js'
import type { SessionState } from '../session/state.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { participants, standingOf } from '../submission/bids.ts'
import { amountIn } from './amount.ts'
import { participationOf } from './base-price-state.ts'
import type { BasePriceRule } from './rule.ts'
import { priceColumn } from './rule-columns.ts'
import type { Attendance } from './working.ts'

/** Which bids of the current envelope take part in its base price, and why (BAS-2). */
export function attendances(state: SessionState, rule: BasePriceRule): Attendance[] {
  return participants(state).map((bidder) => attendanceOf(state, rule, bidder))
}

/**
 * Whether a bid takes part. An invalid or unopened one and one without a price never do; else the opener's decision
 * counts, and without one the rule.
 */
export function attendanceOf(state: SessionState, rule: BasePriceRule, bidder: BidderState): Attendance {
  const price = priceOf(state, rule, bidder)
  const about = { bidderCode: bidder.code, price, reason: '' }
  const barred = barredBy(state, bidder, price)
  if (barred) return { ...about, takesPart: false, why: barred }
  const decided = participationOf(state, bidder.code)
  if (decided) {
    const { takesPart, joinReason, leaveReason } = decided
    return { ...about, takesPart, why: 'opener', reason: takesPart ? joinReason : leaveReason }
  }
  return takesPartByRule(state, rule, price)
    ? { ...about, takesPart: true, why: 'rule' }
    : { ...about, takesPart: false, why: 'above-ceiling' }
}

/** Whether the rule lets a bid of this price take part; without a price it does not. */
export function takesPartByRule(
  { tender }: Pick<SessionState, 'tender'>,
  rule: BasePriceRule,
  price: string | null,
): boolean {
  if (price === null) return false
  const ceiling = tender?.ceilingPrice
  return rule.takesPart === 'valid' || ceiling === undefined || new Decimal(price).lte(ceiling)
}

/** Why a bid can take no part whatever the opener decides; null when it can. */
function barredBy(
  state: SessionState,
  bidder: BidderState,
  price: string | null,
): 'not-opened' | 'invalid' | 'no-price' | null {
  if (standingOf(state, bidder).status !== 'imported') return 'not-opened'
  if (bidder.invalid) return 'invalid'
  return price === null ? 'no-price' : null
}

/** The announced price of a bid; null where there is none. */
function priceOf({ tender }: SessionState, rule: BasePriceRule, { figures }: BidderState): string | null {
  const column = tender && priceColumn(tender, rule)
  return column && amountIn(figures, column.key)
}
