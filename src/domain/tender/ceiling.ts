import Decimal from 'decimal.js'
import type { Tender } from './tender.ts'

/** Whether a control price lies above the published ceiling price (TEN-14). */
export function isAboveCeiling(
  { ceilingPrice }: Pick<Tender, 'ceilingPrice'>,
  price: string | null,
): boolean {
  return price !== null && ceilingPrice !== undefined && new Decimal(price).gt(ceilingPrice)
}
