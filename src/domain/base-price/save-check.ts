import { isRecordFixed } from '../ending/record-fixed.ts'
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

/** The saved base price, as long as it is the calculated one that holds; null otherwise. */
export function savedBasePrice(state: SessionState): string | null {
  const price = state.basePrice?.saved?.price ?? null
  return price !== null && currentCalculation(state)?.price === price ? price : null
}

/** Whether the saved base price is the calculated one that holds. */
export function isBasePriceSaved(state: SessionState): boolean {
  return savedBasePrice(state) !== null
}

/** Whether a base price can be calculated, and is not saved. */
export function isBasePriceUnsaved(state: SessionState): boolean {
  return basePriceProblem(state, { basePriceMustBeSaved: true }) !== null
}

/** Whether a base price that was saved, or must be (BAS-7), is to be calculated and saved again in step 4. */
export function isBasePriceDue(state: SessionState, rules: Pick<Rules, 'basePriceMustBeSaved'>): boolean {
  if (isRecordFixed(state)) return false
  const wasSaved = state.basePrice?.saved != null
  return basePriceProblem(state, { basePriceMustBeSaved: rules.basePriceMustBeSaved || wasSaved }) !== null
}

/**
 * Why step 4 cannot be entered, the overview confirmed or the record signed, for want of a base price (BAS-7). Null when
 * they can, and where none can be calculated, as with no bid that takes part.
 */
export function basePriceProblem(
  state: SessionState,
  { basePriceMustBeSaved }: Pick<Rules, 'basePriceMustBeSaved'>,
): Rejection | null {
  if (!basePriceMustBeSaved || !calculateBasePrice(state).ok) return null
  return isBasePriceSaved(state) ? null : { code: 'base-price-not-saved', params: {} }
}
