import { canonicalJson } from '../log/canonical-json.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { Rules } from '../session/variant-rules.ts'
import { calculateBasePrice } from './calculate.ts'
import type { Calculation } from './working.ts'

/**
 * The calculated base price that still holds: calculated again now it would be the same, with the same working. Null
 * after a change of participation, an invalid mark or a change of anything else that it depends on (BAS-5).
 */
export function currentCalculation(state: SessionState): Calculation | null {
  const calculated = state.basePrice?.calculated
  if (!calculated) return null
  const { at: _at, ...calculation } = calculated
  const again = calculateBasePrice(state)
  return again.ok && canonicalJson(again.value) === canonicalJson(calculation) ? calculation : null
}

/** Whether the saved base price is the calculated one that holds. */
export function isBasePriceSaved(state: SessionState): boolean {
  const { saved } = state.basePrice ?? {}
  return saved !== undefined && saved !== null && currentCalculation(state)?.price === saved.price
}

/**
 * Why step 4 cannot be entered for want of a base price (BAS-7); null when it can, and where none can be calculated,
 * as with no bid that takes part.
 */
export function basePriceProblem(
  state: SessionState,
  { basePriceMustBeSaved }: Pick<Rules, 'basePriceMustBeSaved'>,
): Rejection | null {
  if (!basePriceMustBeSaved || !calculateBasePrice(state).ok) return null
  return isBasePriceSaved(state) ? null : { code: 'base-price-not-saved', params: {} }
}
