import { attendances } from '#domain/base-price/attendance.ts'
import { pricesArePublic } from '#domain/base-price/calculate.ts'
import { currentRule } from '#domain/base-price/current-rule.ts'
import { priceColumn } from '#domain/base-price/rule-columns.ts'
import { currentCalculation, isBasePriceSaved } from '#domain/base-price/save-check.ts'
import type { BidCheck, Calculation } from '#domain/base-price/working.ts'
import { isRecordFixed } from '#domain/ending/record-fixed.ts'
import type { SessionState } from '#domain/session/state.ts'

/** A bid as the table of the base price shows it. */
export interface BasePriceRow {
  readonly bidderCode: string
  readonly bidderName: string
  /** The bid; its place is that of the calculation which holds. */
  readonly bid: Calculation['bids'][number]
  readonly check: BidCheck | null
}

/** How far the base price is: `waiting` for the announcement, `stale` once something changed. */
export type BasePriceStatus = 'waiting' | 'not-yet' | 'stale' | 'unsaved' | 'saved'

export interface BasePriceView {
  readonly status: BasePriceStatus
  /** The last calculation, also one that does not hold any more. */
  readonly calculation: Calculation | null
  readonly unit: string
  readonly rows: readonly BasePriceRow[]
  /** Nothing can be changed any more. */
  readonly isLocked: boolean
  readonly reviewGroup: boolean
}

/** What the screen shows of the current envelope's base price; null where the tender has no rule for one. */
export function basePriceOf(state: SessionState): BasePriceView | null {
  const rule = currentRule(state)
  const column = state.tender && rule && priceColumn(state.tender, rule)
  if (!rule || !column) return null
  const holds = currentCalculation(state)
  const calculation = state.basePrice?.calculated ?? null
  const bids: Calculation['bids'] =
    holds?.bids ??
    attendances(state, rule).map((bid) => ({ ...bid, place: bid.takesPart ? 'counted' : null }))
  const checks = new Map(holds?.checks.map((check) => [check.bidderCode, check]))
  return {
    status: statusOf(state, calculation, holds),
    calculation,
    unit: column.unit,
    rows: bids.map((bid) => ({
      bidderCode: bid.bidderCode,
      bidderName: state.bidders[bid.bidderCode]?.name ?? bid.bidderCode,
      bid,
      check: checks.get(bid.bidderCode) ?? null,
    })),
    isLocked: isRecordFixed(state),
    reviewGroup: state.basePrice?.reviewGroup != null,
  }
}

function statusOf(
  state: SessionState,
  calculation: Calculation | null,
  holds: Calculation | null,
): BasePriceStatus {
  if (!pricesArePublic(state)) return 'waiting'
  if (!calculation) return 'not-yet'
  if (!holds) return 'stale'
  return isBasePriceSaved(state) ? 'saved' : 'unsaved'
}
