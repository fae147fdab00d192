import type { Content, ContentText, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import { fontRuns, textWidth } from './report-fonts.ts'

export const ink = '#1c1917'
export const faint = '#78716c'
const hairline = '#d6d3d1'
const hairlineWidth = 0.5
const band = '#f5f5f4'
export const amber = '#92400e'

export const fontSize = 8.5
export const margin = 36
export const cellPadding = 4
export const portraitWidth = 595 - 2 * margin
export const landscapeWidth = 842 - 2 * margin
const leastNameWidth = 130

/** A column of a table with its content. */
export interface PdfColumn {
  readonly title: string
  readonly align: 'left' | 'right' | 'center'
  readonly width: number
  /** Points in which its longest word fits: the column is never narrower. */
  readonly leastWidth: number
  readonly cells: readonly string[]
}

/** A row's number, name and mark: what every part of a split table has. */
export interface PdfRow {
  readonly index: number
  readonly name: string
  readonly mark: string
  /** The mark of a row that is not sound stands out. */
  readonly sound: boolean
}

/** A table of bidders: the columns before and behind the mark. */
export interface WideTable {
  /** Stands above each part. */
  readonly title?: string
  readonly heads: { readonly index: string; readonly name: string; readonly mark: string }
  readonly rows: readonly PdfRow[]
  readonly before: readonly PdfColumn[]
  readonly after: readonly PdfColumn[]
}

/**
 * The table for A4, landscape when its columns need it. Where they need more, long texts are wrapped first. Columns beyond
 * the page's width follow in further tables that repeat number, name and mark.
 */
export function layoutOf(table: WideTable): { readonly upright: boolean; readonly tables: Content[] } {
  const mark = column(
    [table.heads.mark],
    table.rows.map((row) => row.mark),
    'left',
  )
  const all = [...table.before, mark, ...table.after]
  const pinned = indexWidth(table) + leastNameWidth
  const needed = pinned + sum(all.map(outerWidth))
  const upright = needed <= portraitWidth
  const available = landscapeWidth - pinned
  if (needed <= landscapeWidth) return { upright, tables: [part(table, all, mark)] }
  const narrow = narrowed(all, needed - landscapeWidth)
  if (narrow) return { upright, tables: [part(table, narrow, mark)] }
  const groups = grouped([...table.before, ...table.after], available - outerWidth(mark))
  return { upright, tables: groups.map((group) => part(table, [mark, ...group], mark)) }
}

/** Numbers get the width they need, texts a seventh of the page at most; a unit may wrap below its title. */
export function column(
  head: readonly string[],
  cells: readonly string[],
  align: 'left' | 'right',
): PdfColumn {
  const longest = Math.max(...cells.map((cell) => textWidth(cell, fontSize)), 0) + 2
  const least = Math.min(Math.max(...head.map((part) => textWidth(part, fontSize))) + 2, 74)
  const width = Math.max(align === 'right' ? longest : Math.min(longest, 110), least)
  const title = head.join('')
  const fits = textWidth(title, fontSize) + 2 <= width
  return {
    title: fits ? title : head.map((part) => part.trim()).join('\n'),
    ...{ align, width, cells },
    leastWidth: align === 'right' ? width : Math.min(width, Math.max(least, ...cells.map(longestWord))),
  }
}

/** Bold letters are wider than `textWidth` says. */
const boldShare = 1.1

/** The width of the longest part of a text that stands on one line; ideographs part anywhere. */
function longestWord(text: string): number {
  const words = text.split(/\s+|(?<=[\u2e80-\uffef])|(?=[\u2e80-\uffef])/u)
  return Math.max(...words.map((word) => textWidth(word, fontSize))) * boldShare + 2
}

/** The columns, narrower by so many points together, each by its share of what it can spare; null where that is too much. */
function narrowed(columns: readonly PdfColumn[], excess: number): PdfColumn[] | null {
  const spare = sum(columns.map(({ width, leastWidth }) => width - leastWidth))
  if (spare < excess) return null
  return columns.map((one) => ({
    ...one,
    width: one.width - ((one.width - one.leastWidth) * excess) / spare,
  }))
}

function outerWidth({ width }: PdfColumn): number {
  return width + 2 * cellPadding
}

/** The width of the column of numbers, padding included. */
export function indexWidth({ heads, rows }: Pick<WideTable, 'heads' | 'rows'>): number {
  const widest = Math.max(textWidth(heads.index, fontSize), textWidth(String(rows.length), fontSize))
  return widest + 4 + 2 * cellPadding
}

/** Groups of neighbouring columns that fit into `available` points. */
function grouped(columns: readonly PdfColumn[], available: number): PdfColumn[][] {
  const groups: PdfColumn[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const next of columns) {
    const last = groups.at(-1)
    if (last && used + outerWidth(next) <= available) {
      last.push(next)
      used += outerWidth(next)
    } else {
      groups.push([next])
      used = outerWidth(next)
    }
  }
  return groups
}

function part(table: WideTable, columns: readonly PdfColumn[], mark: PdfColumn): Content {
  const { heads, rows } = table
  const header = [
    head(heads.index, 'center'),
    head(heads.name),
    ...columns.map(({ title, align }) => head(title, align)),
  ]
  const body = rows.map((row, i): TableCell[] => [
    { text: String(row.index), alignment: 'center' },
    { text: fontRuns(row.name) },
    ...columns.map(
      (one): TableCell => ({
        text: fontRuns(one.cells[i] ?? ''),
        alignment: one.align,
        noWrap: one.align === 'right',
        ...(one.cells === mark.cells && !row.sound && { color: amber, bold: true }),
      }),
    ),
  ])
  const widths = [indexWidth(table) - 2 * cellPadding, '*' as const, ...columns.map(({ width }) => width)]
  return titledTable(table.title ?? null, header, body, widths)
}

/** A table under its title, which stands above the head on every page: neither can be the last on a page. */
export function titledTable(
  title: string | null,
  header: TableCell[],
  body: TableCell[][],
  widths: (number | '*')[],
): Content {
  const titled: TableCell = {
    ...heading(title ?? ''),
    margin: [-cellPadding, 0, 0, 2],
    colSpan: header.length,
  }
  const above = title === null ? [] : [[titled, ...header.slice(1).map(() => '')]]
  return {
    margin: [0, 0, 0, 14],
    layout: {
      ...lines((row) => row === above.length),
      hLineWidth: (line) => (line < above.length ? 0 : hairlineWidth),
    },
    table: {
      headerRows: above.length + 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths,
      body: [...above, header, ...body],
    },
  }
}

/** What follows it has to keep it on its page: it stands in a table's head, or in an unbreakable stack. */
export function heading(text: string): ContentText {
  return { text, fontSize: 11, bold: true }
}

export function head(title: string, alignment: PdfColumn['align'] = 'left'): TableCell {
  return { text: fontRuns(title), bold: true, alignment }
}

/** Facts in two columns of label and value. */
export function factsTable(facts: readonly (readonly [string, string])[], pageWidth: number): Content {
  const half = Math.ceil(facts.length / 2)
  const rows = Array.from({ length: half }, (_, i) =>
    [facts[2 * i], facts[2 * i + 1]].flatMap((fact): TableCell[] => [
      { text: fact?.[0] ?? '', color: faint },
      { text: fontRuns(fact?.[1] ?? '') },
    ]),
  )
  const label = Math.max(...facts.map(([name]) => textWidth(name, fontSize)), 0) + 4
  const value = pageWidth / 2 - label - 4 * cellPadding
  return {
    margin: [0, 0, 0, 14],
    layout: lines(() => false),
    table: { widths: [label, value, label, '*'], body: rows.length > 0 ? rows : [['', '', '', '']] },
  }
}

export function labelled(label: string, value: string): Content {
  const name = { text: label, color: faint, width: 150 }
  return { margin: [0, 0, 0, 4], columns: [name, { text: fontRuns(value), width: '*' }] }
}

/** Thin lines between rows, and a shaded head. */
export function lines(isHead: (row: number) => boolean): CustomTableLayout {
  return {
    hLineWidth: () => hairlineWidth,
    vLineWidth: () => 0,
    hLineColor: () => hairline,
    fillColor: (row) => (isHead(row) ? band : null),
    paddingLeft: () => cellPadding,
    paddingRight: () => cellPadding,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
