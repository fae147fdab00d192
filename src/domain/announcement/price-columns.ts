import type { EnvelopeNumber } from '../submission/bid-file.ts'
import { type Column, columnsOfEnvelope, type Tender } from '../tender/tender.ts'

/**
 * Which prices the announcement's table shows for tenders of an industry and a category (the code of its specialty or kind of procurement);
 * null: of any.
 */
export interface PriceColumns {
  readonly industry: number | null
  readonly category: number | null
  /** In the order in which they stand in the table. */
  readonly keys: readonly string[]
}

/**
 * The columns of the announcement's table (ANN-15): the first of the region's choices that fits the tender says which
 * prices stand in it, and in which order. Where none fits, or the tender has none of those prices, they are the tender's
 * own. Other columns always stand.
 */
export function announcedColumns(
  tender: Tender,
  envelope: EnvelopeNumber,
  choices: readonly PriceColumns[],
): Column[] {
  const columns = columnsOfEnvelope(tender, envelope)
  const choice = choices.find((one) => fits(one, tender))
  const prices = choice?.keys.flatMap((key) =>
    columns.filter((column) => isPrice(column) && column.key === key),
  )
  if (!prices || prices.length === 0) return columns
  const first = columns.findIndex(isPrice)
  const others = (part: readonly Column[]) => part.filter((column) => !isPrice(column))
  return [...others(columns.slice(0, first)), ...prices, ...others(columns.slice(first))]
}

function fits({ industry, category }: PriceColumns, tender: Tender): boolean {
  if (industry !== null && industry !== tender.industry) return false
  return category === null || category === tender.specialty
}

function isPrice({ kind }: Column): boolean {
  return kind === 'money'
}
