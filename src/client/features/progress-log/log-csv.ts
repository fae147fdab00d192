import { cleanText } from '#lib/text.ts'

/** The byte-order mark: without it Excel reads UTF-8 as the system's legacy code page. */
const mark = '\uFEFF'

/** Starts of text that a spreadsheet would run as a formula, also in full width and after what it leaves out. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

/**
 * Rows as CSV for spreadsheets: UTF-8 with a byte-order mark, every text quoted, lines ended by CRLF (RFC 4180). An
 * apostrophe in front keeps text from being run as a formula.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`)
  return new Blob([mark, ...lines], { type: 'text/csv;charset=utf-8' })
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const clean = cleanText(value)
  const harmless = formula.test(clean) ? `'${clean}` : clean
  return `"${harmless.replaceAll('"', '""')}"`
}
