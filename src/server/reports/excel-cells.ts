import type { CellObject, Row } from 'write-excel-file/node'
import { textWidth } from './report-fonts.ts'

export const line = { borderStyle: 'thin', borderColor: '#BFBFBF' } as const
export const head = {
  ...line,
  fontWeight: 'bold',
  backgroundColor: '#F2EFE9',
  align: 'center',
  wrap: true,
} as const

/** A digit's width in its font's size. */
const digitWidth = 0.56
/** A line's height in points. */
export const lineHeight = 14
/** Sheets that are wider, in digits, are printed on A3. */
export const widestOnA4 = 170

/** Excel keeps this many significant digits of a number. */
const exactDigits = 15

/**
 * A figure as a number that shows all its decimals; as text where a spreadsheet's number would not keep every digit.
 */
export function figureCell(value: string): CellObject {
  const plain = /^(0|[1-9]\d*)(\.\d+)?$/.test(value)
  const significant = value.replace('.', '').replace(/^0+|0+$/g, '').length
  if (!plain || significant > exactDigits) return { ...text(value), align: 'right' }
  const decimals = value.split('.')[1]?.length ?? 0
  const format = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
  return { value: Number(value), type: Number, format, align: 'right' }
}

/** In digits of the sheet's font: an ideograph is as wide as two; with room beside it. */
export function widthOf(value: string): number {
  return textWidth(value, 1) / digitWidth + 2
}

/** A text cell, also for text that starts like a formula. */
export function text(value: string): CellObject {
  return { value, type: String }
}

export function merged(cell: CellObject, columnSpan: number): Row {
  return [{ ...cell, columnSpan }, ...Array.from({ length: columnSpan - 1 }, () => null)]
}
