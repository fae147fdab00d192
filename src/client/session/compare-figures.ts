import { Decimal } from 'decimal.js'
import type { Column } from '#domain/tender/tender.ts'

/** Order of two figures; a missing one comes last. */
export function compareFigures(kind: Column['kind'], a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return kind === 'text' ? a.localeCompare(b, 'zh-CN') : new Decimal(a || 0).comparedTo(b || 0)
}
