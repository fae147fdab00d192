/** A byte-order mark: without it Excel takes UTF-8 for the machine's old code page. */
const mark = '\uFEFF'

/** What a spreadsheet would take for a formula, in full width too. */
const formula = /^\s*[=+\-@＝＋－＠]/

/**
 * Rows as CSV for spreadsheets: UTF-8 with a mark, every text quoted, lines ended by CRLF (RFC 4180). Text that would
 * be run as a formula is kept as text by an apostrophe in front.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`)
  return new Blob([mark, ...lines], { type: 'text/csv;charset=utf-8' })
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = formula.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
