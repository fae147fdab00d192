import { Decimal } from 'decimal.js'
import type { Column } from '#domain/tender.ts'

/** A figure as shown: the digits as the bidder wrote them, money and counts in groups of three. */
export function figureText(kind: Column['kind'], value: string): string {
  if (kind === 'text' || !/^\d+(\.\d+)?$/.test(value)) return value
  const [whole = '', fraction] = value.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Order of two figures; a missing one comes last. */
export function compareFigures(kind: Column['kind'], a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return kind === 'text' ? a.localeCompare(b, 'zh-CN') : new Decimal(a || 0).comparedTo(b || 0)
}
