import type { SessionState } from '../session/state.ts'
import { currentRule } from './current-rule.ts'
import { Exact } from './exact.ts'
import { priceColumn } from './rule-columns.ts'

/** The base-price method whose high prices are reviewed, and the price in yuan above which they are (BAS-10). */
const reviewedMethod = 3
const reviewedAbove = '10000000'

/** How many yuan a unit of a price column stands for; null of a unit that is no amount, as percent. */
function yuanOf(unit: string): string | null {
  if (/万元|10k/i.test(unit)) return '10000'
  return unit === '' || /元|yuan|cny|rmb/i.test(unit) ? '1' : null
}

/** Whether a saved base price starts the quotation review group. */
export function startsReviewGroup(state: SessionState, price: string): boolean {
  const { tender } = state
  const rule = currentRule(state)
  const column = tender && rule && priceColumn(tender, rule)
  if (!column || tender.evaluation?.basePriceMethod !== reviewedMethod) return false
  const yuan = yuanOf(column.unit)
  return yuan !== null && new Exact(price).times(yuan).gt(reviewedAbove)
}
