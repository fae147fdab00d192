import type { SessionState } from '../session/state.ts'
import type { BasePriceRule } from './rule.ts'
import { announcedWith, priceColumn } from './rule-columns.ts'

/** The rule of the current envelope's base price; null where its prices are not announced with it, or there is none. */
export function currentRule({ tender, stage }: Pick<SessionState, 'tender' | 'stage'>): BasePriceRule | null {
  const rule = tender?.evaluation?.basePrice
  const column = tender && rule && priceColumn(tender, rule)
  return column && announcedWith(tender, column) === stage.number ? rule : null
}
