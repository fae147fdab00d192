import Decimal from 'decimal.js'
import { ok, type Result } from '#lib/result.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import type { DrawParameter, DrawRange } from './kinds.ts'
import { type DrawTender, drawParameters } from './parameters.ts'

/** The greatest number of candidates; more are a typing error. */
export const mostCandidates = 1000
/** An interval is greater than 0 and at most this (DRW-5). */
const longestInterval = 10

/**
 * The candidates of a parameter in order: a fixed list (DRW-1), or every step of the range, with both ends included
 * even where the interval does not lead to the end (DRW-7). Exact decimals without trailing zeros.
 */
export function candidatesOf(
  parameter: DrawParameter,
  range: DrawRange | null,
  tender: DrawTender,
): Result<readonly string[], Rejection> {
  const source = drawParameters[parameter]
  if (source.from === 'list') return ok(source.candidates(tender))
  const start = decimalOf(range?.start, source.decimals)
  const end = decimalOf(range?.end, source.decimals)
  const interval = decimalOf(range?.interval, source.decimals)
  if (!start || !end || !interval) return reject('draw-values-invalid')
  if (interval.lte(0) || interval.gt(longestInterval)) return reject('draw-interval-invalid')
  const tooHigh = source.highest !== undefined && end.gt(source.highest)
  if (start.isNegative() || end.isNegative() || start.gte(end) || tooHigh) return reject('draw-range-invalid')
  const steps = end.minus(start).div(interval).floor().toNumber()
  if (steps + 1 > mostCandidates) return reject('draw-too-many', { maximum: mostCandidates })
  const stepped = Array.from({ length: steps + 1 }, (_, step) => start.plus(interval.times(step)))
  const all = stepped.at(-1)?.eq(end) ? stepped : [...stepped, end]
  return ok(all.map((value) => value.toFixed()))
}

/** How a drawn value is saved: F as a fraction with four decimals, everything else as drawn (DRW-8). */
export function savedValue(parameter: DrawParameter, drawn: string): string {
  return parameter === 'fValue' ? new Decimal(drawn).div(100).toFixed(4) : drawn
}

function decimalOf(text: string | undefined, decimals: number): Decimal | null {
  const typed = text?.trim() ?? ''
  if (!/^-?\d{1,9}(\.\d+)?$/.test(typed)) return null
  const value = new Decimal(typed)
  return value.decimalPlaces() > decimals ? null : value
}
