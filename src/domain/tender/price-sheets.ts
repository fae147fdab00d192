import { Exact } from '../base-price/exact.ts'
import type { EnvelopeNumber } from '../submission/bid-file.ts'
import type { Figures } from '../submission/figures.ts'
import { type Column, itemsOfEnvelope, type Tender } from './tender.ts'

/** A priced item of a bill of quantities: a column whose figure is the unit price. */
export type PricedItem = Column & { readonly item: NonNullable<Column['item']> }

/** A sheet of the bill of quantities; `id` counts from 1 in the order in which the tender names them (TEN-15). */
export interface PriceSheet {
  readonly id: number
  readonly name: string
  readonly items: readonly PricedItem[]
}

/** The sheets of the bill of quantities that are priced in an envelope. */
export function priceSheets(tender: Tender | null, envelope: EnvelopeNumber): PriceSheet[] {
  return tender ? sheetsOf(itemsOfEnvelope(tender, envelope)) : []
}

/** The sheets of these columns, without those that are no items. */
export function sheetsOf(columns: readonly Column[]): PriceSheet[] {
  const items = columns.filter((column): column is PricedItem => column.item !== undefined)
  const names = [...new Set(items.map(({ item }) => item.sheet))]
  return names.map((name, i) => ({ id: i + 1, name, items: items.filter(({ item }) => item.sheet === name) }))
}

/** Unit price times quantity, exact, with two decimals at least; null where the item has no price. */
export function amountOf({ key, item }: PricedItem, figures: Figures | null): string | null {
  const price = figures?.[key]
  if (price === undefined) return null
  const amount = new Exact(price).times(item.quantity)
  return amount.toFixed(Math.max(2, amount.decimalPlaces()))
}

/** The sum of a sheet's amounts; null for a bid that prices none of its items, and of items in different units. */
export function sheetTotal({ items }: PriceSheet, figures: Figures | null): string | null {
  const amounts = items.flatMap((item) => amountOf(item, figures) ?? [])
  if (amounts.length === 0 || new Set(items.map(({ unit }) => unit)).size > 1) return null
  const total = amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0))
  return total.toFixed(Math.max(2, total.decimalPlaces()))
}
