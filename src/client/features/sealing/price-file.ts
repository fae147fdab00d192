import type { PriceSheet } from '#domain/tender/price-sheets.ts'
import type { Column } from '#domain/tender/tender.ts'
import { figureOf, figureProblem } from './bid-form-rules.ts'

/**
 * The file of unit prices, as spreadsheets read and write it: CSV with a line per item, of which only the first field (the
 * item's key) and the last (its price) are read. A file that a spreadsheet saved in another encoding is read all the same.
 */
export function priceFileOf(
  sheets: readonly PriceSheet[],
  typed: Readonly<Record<string, string>>,
  language: 'zh' | 'en',
  head: readonly string[],
): string {
  const lines = sheets.flatMap(({ name, items }) =>
    items.map(({ key, title, item }) => [
      ...[key, name, title[language], item.measure, item.quantity],
      typed[key] ?? '',
    ]),
  )
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  return `\uFEFF${[head, ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`
}

export interface ReadPrices {
  readonly prices: Readonly<Record<string, string>>
  /** Lines with an unknown item, a repeated one, or a price that cannot be read; counted from 1. */
  readonly badLines: readonly number[]
  /** Required items without a price. */
  readonly missing: readonly Column[]
}

/** Reads a file of prices; a first line whose key is unknown is its head. */
export function readPrices(text: string, items: readonly Column[]): ReadPrices {
  const known = new Map(items.map((item) => [item.key, item]))
  const prices: Record<string, string> = {}
  const badLines: number[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  for (const [i, line] of lines.entries()) {
    const cells = cellsOf(line)
    const key = (cells[0] ?? '').trim()
    const price = (cells.at(-1) ?? '').trim()
    if (key === '' || (i === 0 && !known.has(key))) continue
    const item = known.get(key)
    const isPriced = cells.length > 1 && price !== ''
    if (!item || key in prices || (isPriced && figureProblem(item, price) !== null)) badLines.push(i + 1)
    else if (isPriced) prices[key] = figureOf(item, price)
  }
  return { prices, badLines, missing: items.filter(({ key, required }) => required && !(key in prices)) }
}

function quoted(cell: string): string {
  // A text that a spreadsheet would take for a formula begins with a blank.
  const safe = /^[=+\-@]/.test(cell) ? ` ${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The fields of a line; a quoted one may have commas and doubled quotes. Semicolons and tabs separate, too. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,;\t]*)(?:[,;\t]|$)/g)]
    .slice(0, line === '' ? 0 : undefined)
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
    .slice(0, cellCount(line))
}

function cellCount(line: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, '').split(/[,;\t]/).length
}
