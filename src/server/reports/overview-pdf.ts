import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { SessionState } from '#domain/session/state.ts'
import { figureText } from '#domain/submission/figures.ts'
import { type OverviewReport, overviewReport, type ReportOptions } from './overview-report.ts'
import { makePdf } from './pdf-maker.ts'
import { fontRuns, textWidth } from './report-fonts.ts'

const ink = '#1c1917'
const faint = '#78716c'
const hairline = '#d6d3d1'
const band = '#f5f5f4'
const amber = '#92400e'

const fontSize = 8.5
const margin = 36
const cellPadding = 4
const portraitWidth = 595 - 2 * margin
const landscapeWidth = 842 - 2 * margin
const leastBidderWidth = 130

/** A column of the overview table with its content. */
interface PdfColumn {
  readonly title: string
  readonly align: 'left' | 'right' | 'center'
  readonly width: number
  readonly cells: readonly string[]
}

/**
 * The overview report as PDF (REP-1): A4, landscape when the columns need it. Columns beyond the page's width follow in
 * further tables that repeat number and bidder. Figures are printed as the bidders wrote them.
 */
export async function overviewPdf(state: SessionState, options: ReportOptions): Promise<Uint8Array> {
  const report = overviewReport(state, options)
  return makePdf(documentOf(report, options))
}

function documentOf(report: OverviewReport, options: ReportOptions): TDocumentDefinitions {
  const columns = columnsOf(report)
  const needed = indexWidth(report) + leastBidderWidth + sum(columns.map(outerWidth))
  const upright = needed <= portraitWidth
  const groups = grouped(columns, landscapeWidth - indexWidth(report) - leastBidderWidth)
  const { texts } = report
  return {
    pageSize: 'A4',
    pageOrientation: upright ? 'portrait' : 'landscape',
    pageMargins: [margin, 40, margin, 44],
    info: {
      title: `${texts.title} ${report.sectionCode}`,
      subject: report.sectionName,
      creationDate: new Date(options.now),
    },
    language: options.language,
    defaultStyle: { font: 'NotoSansSC', fontSize, color: ink, lineHeight: 1.1 },
    content: [
      { text: texts.title, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 4] },
      { text: fontRuns(report.sectionName), fontSize: 11, alignment: 'center', margin: [0, 0, 0, 12] },
      factsTable(report, upright ? portraitWidth : landscapeWidth),
      ...(report.rows.length === 0 ? [empty(texts.noBids)] : groups.map((group) => bidTable(report, group))),
      ...closing(report),
    ],
    footer: (page, count) => ({
      margin: [margin, 14, margin, 0],
      fontSize: 7.5,
      color: faint,
      columns: [
        { text: fontRuns(`${report.sectionCode}  ${report.generated}`) },
        { text: texts.page(page, count), alignment: 'right', width: 120 },
      ],
    }),
  }
}

function columnsOf({ columns, rows, texts }: OverviewReport): PdfColumn[] {
  const figures = columns.map(({ title, unit, kind }, i) =>
    column(
      [title, unit],
      rows.map((row) => figureText(kind, row.figures[i] ?? '')),
      kind === 'text' ? 'left' : 'right',
    ),
  )
  const words = [
    column(
      [texts.columns.status],
      rows.map((row) => row.status),
      'left',
    ),
    column(
      [texts.columns.remark],
      rows.map((row) => row.remark),
      'left',
    ),
    column(
      [texts.columns.confirmation],
      rows.map((row) => row.confirmation),
      'left',
    ),
  ]
  return [...figures, ...words.filter(({ cells }) => cells.some((cell) => cell !== ''))]
}

/** Numbers get the width they need, texts a seventh of the page at most; a unit may wrap below its title. */
function column(head: readonly string[], cells: readonly string[], align: 'left' | 'right'): PdfColumn {
  const longest = Math.max(...cells.map((cell) => textWidth(cell, fontSize)), 0) + 2
  const least = Math.min(Math.max(...head.map((part) => textWidth(part, fontSize))) + 2, 74)
  const width = Math.max(align === 'right' ? longest : Math.min(longest, 110), least)
  const title = head.join('')
  const fits = textWidth(title, fontSize) + 2 <= width
  return { title: fits ? title : head.map((part) => part.trim()).join('\n'), align, width, cells }
}

function outerWidth({ width }: PdfColumn): number {
  return width + 2 * cellPadding
}

function indexWidth({ rows, texts }: OverviewReport): number {
  const widest = Math.max(textWidth(texts.columns.index, fontSize), textWidth(String(rows.length), fontSize))
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

function factsTable({ facts }: OverviewReport, pageWidth: number): Content {
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

function bidTable(report: OverviewReport, group: readonly PdfColumn[]): Content {
  const { texts, rows } = report
  const header = [
    head(texts.columns.index, 'center'),
    head(texts.columns.bidder),
    ...group.map(({ title, align }) => head(title, align)),
  ]
  const body = rows.map((row, i): TableCell[] => [
    { text: String(row.index), alignment: 'center' },
    { text: fontRuns(row.bidder) },
    ...group.map(({ cells, align, title }): TableCell => {
      const warned = title === texts.columns.status && !row.sound
      const text = fontRuns(cells[i] ?? '')
      return {
        text,
        alignment: align,
        noWrap: align === 'right',
        ...(warned && { color: amber, bold: true }),
      }
    }),
  ])
  const widths = [indexWidth(report) - 2 * cellPadding, '*', ...group.map(({ width }) => width)]
  return {
    margin: [0, 0, 0, 14],
    layout: lines((row) => row === 0),
    table: { headerRows: 1, dontBreakRows: true, keepWithHeaderRows: 1, widths, body: [header, ...body] },
  }
}

function closing(report: OverviewReport): Content[] {
  const { texts, signatures } = report
  const facts: Content[] = [
    labelled(texts.remarks, report.remarks || texts.none),
    labelled(texts.recordHash, report.recordHash ?? texts.notFixed),
    labelled(texts.logHead, String(report.logHead)),
  ]
  if (signatures.length === 0) return facts
  const title: TableCell = { text: texts.signatures.title, bold: true, fontSize: 11, colSpan: 5 }
  const header = [
    head(texts.columns.index, 'center'),
    head(texts.columns.bidder),
    head(texts.signatures.signer),
    head(texts.signatures.fingerprint),
    head(texts.signatures.signedAt),
  ]
  const body = signatures.map(({ index, bidder, signed }): TableCell[] => [
    { text: String(index), alignment: 'center' },
    { text: fontRuns(bidder) },
    signed ? { text: fontRuns(signed.signer) } : { text: texts.signatures.missing, color: amber },
    { text: shortFingerprint(signed?.fingerprint ?? '') },
    { text: signed?.at ?? '' },
  ])
  return [
    ...facts,
    {
      margin: [0, 10, 0, 0],
      layout: lines((row) => row === 1),
      table: {
        headerRows: 2,
        dontBreakRows: true,
        keepWithHeaderRows: 1,
        widths: [indexWidth(report) - 2 * cellPadding, '*', 120, 100, 96],
        body: [[title, '', '', '', ''], header, ...body],
      },
    },
  ]
}

function head(title: string, alignment: PdfColumn['align'] = 'left'): TableCell {
  return { text: fontRuns(title), bold: true, alignment }
}

function labelled(label: string, value: string): Content {
  const name = { text: label, color: faint, width: 150 }
  return { margin: [0, 0, 0, 4], columns: [name, { text: fontRuns(value), width: '*' }] }
}

function empty(text: string): Content {
  return { text, color: faint, alignment: 'center', margin: [0, 24, 0, 38] }
}

/** Shortened so that a reader can compare it. */
function shortFingerprint(fingerprint: string): string {
  return fingerprint.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ')
}

/** Thin lines between rows, and a shaded head. */
function lines(isHead: (row: number) => boolean): CustomTableLayout {
  return {
    hLineWidth: () => 0.5,
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
