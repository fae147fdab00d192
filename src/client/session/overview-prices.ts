import { Decimal } from 'decimal.js'
import type { OverviewRow } from '#domain/ending/record.ts'
import type { Column, Tender } from '#domain/tender/tender.ts'
import { compareFigures } from './compare-figures.ts'

/** What is said beside the prices of an overview. */
export interface Prices {
  /** The column of the price, the first amount; null where there is none. */
  readonly key: string | null
  /** The lowest price of a valid bid; null until the figures of all opened bids are public. */
  readonly lowest: string | null
  readonly ceiling: string | null
}

export function pricesOf(
  rows: readonly OverviewRow[],
  tender: Tender | null,
  columns: readonly Column[],
): Prices {
  const key = columns.find(({ kind }) => kind === 'money')?.key ?? null
  const ceiling = tender?.ceilingPrice ?? null
  const opened = rows.filter(({ badge }) => badge !== 'failed')
  if (key === null || opened.some(({ figures }) => figures === null)) return { key, ceiling, lowest: null }
  const prices = opened.filter(({ note }) => note === '').flatMap(({ figures }) => figures?.[key] || [])
  return { key, ceiling, lowest: prices.sort((a, b) => compareFigures('money', a, b))[0] ?? null }
}

/** Whether a price is the lowest, also where several bids have it; `100` and `100.00` are the same price. */
export function isLowest(price: string | undefined, { lowest }: Prices): boolean {
  return Boolean(price) && lowest !== null && compareFigures('money', price, lowest) === 0
}

/** A price as a share of the ceiling price in percent, rounded to two decimals: `98.25`; null without a ceiling. */
export function shareText(price: string, ceiling: string): string | null {
  const whole = new Decimal(ceiling)
  return whole.isPositive() && !whole.isZero() ? new Decimal(price).div(whole).times(100).toFixed(2) : null
}
