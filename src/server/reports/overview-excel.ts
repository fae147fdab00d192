import writeExcelFile, { type Row } from 'write-excel-file/node'
import type { SessionState } from '#domain/session/state.ts'
import { figureText } from '#domain/submission/figures.ts'
import { figureCell, head, line, lineHeight, merged, text, widestOnA4, widthOf } from './excel-cells.ts'
import {
  type OverviewReport,
  overviewReport,
  type ReportColumn,
  type ReportOptions,
  type ReportRow,
} from './overview-report.ts'
import { preliminaryNotes } from './preliminary.ts'
import { printSetup } from './print-setup.ts'

/**
 * The overview report as a workbook (REP-1). Sheet 1 has the overview table with its head in row 3; sheet 2 has the
 * tender's data, the signatures and the record's digest. Texts are shared strings, so that none becomes a formula.
 */
export async function overviewExcel(state: SessionState, options: ReportOptions): Promise<Uint8Array> {
  const report = overviewReport(state, options)
  const { sheets } = report.texts
  const note = options.preliminary ? preliminaryNotes[options.language] : null
  const names = [sheets.overview, sheets.record].map((name) => sheetName(name, report.envelope))
  const widths = overviewWidths(report)
  const columns = widths.map((width) => ({ width }))
  const overview = { data: overviewSheet(report, widths, note), sheet: names[0] ?? '', columns }
  const isWide = widths.reduce((total, width) => total + width, 0) > widestOnA4
  const record = { data: recordSheet(report), sheet: names[1] ?? '' }
  const workbook = writeExcelFile(
    [
      { ...overview, stickyRowsCount: 3, orientation: 'landscape' },
      {
        ...record,
        orientation: 'landscape',
        columns: [{ width: 26 }, { width: 44 }, { width: 26 }, { width: 68 }, { width: 22 }],
      },
    ],
    { fontFamily: 'Microsoft YaHei', fontSize: 10, features: [printSetup(names, [3, null], isWide)] },
  )
  return workbook.toBuffer()
}

/** With the envelope; Excel takes 31 characters. */
function sheetName(name: string, envelope: string): string {
  return (envelope === '' ? name : `${name} ${envelope}`).slice(0, 31)
}

/** `note`: that it is not filed; beside the section, so that the head stays in row 3. */
function overviewSheet(report: OverviewReport, widths: readonly number[], note: string | null): Row[] {
  const { columns } = report.texts
  const { title } = report
  const titles = [
    columns.index,
    columns.bidder,
    columns.bidderCode,
    ...report.columns.map((column) => column.title + column.unit),
    columns.status,
    columns.remark,
    columns.confirmation,
  ]
  const section = [report.sectionCode, report.sectionName, note].filter(Boolean).join('  ')
  return [
    merged({ ...text(title), fontSize: 16, fontWeight: 'bold', align: 'center', height: 28 }, titles.length),
    merged({ ...text(section), align: 'center', height: 20 }, titles.length),
    titles.map((value) => ({ ...text(value), ...head, height: headHeight(titles, widths) })),
    ...report.rows.map((row) => overviewRow(row, report.columns, heightOf(row, report, widths))),
  ]
}

function overviewRow(row: ReportRow, columns: readonly ReportColumn[], height: number): Row {
  const figures = row.figures.map((value, i) =>
    columns[i]?.kind === 'text' ? { ...text(value), wrap: true } : figureCell(value),
  )
  const words = [row.status, row.remark, row.confirmation].map((value) => ({ ...text(value), wrap: true }))
  return [
    { value: row.index, type: Number, align: 'center' as const },
    { ...text(row.bidder), wrap: true },
    text(row.bidderCode),
    ...figures,
    ...words,
  ].map((cell) => ({ ...cell, ...line, alignVertical: 'center', height }))
}

function recordSheet(report: OverviewReport): Row[] {
  const { texts } = report
  const { signatures, columns } = texts
  const pairs: (readonly [string, string | number])[] = [
    [texts.facts.sectionName, report.sectionName],
    ...report.facts,
    [texts.remarks, report.remarks || texts.none],
    [texts.recordHash, report.recordHash ?? texts.notFixed],
    [texts.logHead, report.logHead],
  ]
  const titles = [
    columns.index,
    columns.bidder,
    signatures.signer,
    signatures.fingerprint,
    signatures.signedAt,
  ]
  return [
    ...pairs.map(([label, value]) => [
      { ...text(label), ...head, align: 'left' as const },
      {
        ...(typeof value === 'number' ? { value, type: Number } : text(value)),
        ...line,
        align: 'left' as const,
      },
    ]),
    [],
    [{ ...text(signatures.title), fontWeight: 'bold', fontSize: 12 }],
    titles.map((value) => ({ ...text(value), ...head })),
    ...report.signatures.map(({ index, unit, signed }) =>
      [
        index === null ? text('') : { value: index, type: Number, align: 'center' as const },
        text(unit),
        text(signed?.signer ?? signatures.missing),
        text(signed?.fingerprint ?? ''),
        text(signed?.at ?? ''),
      ].map((cell) => ({ ...cell, ...line })),
    ),
    [],
    [text(report.generated)],
  ]
}

/** The widths of the overview's columns, in digits: what numbers need, and texts up to a width at which they wrap. */
function overviewWidths(report: OverviewReport): number[] {
  const { columns, rows, texts } = report
  const within = (least: number, cells: readonly string[], most: number) =>
    Math.min(most, Math.max(least, ...cells.map(widthOf)))
  const figures = columns.map(({ kind, title, unit }, i) => {
    const cells = rows.map((row) => figureText(kind, row.figures[i] ?? ''))
    return kind === 'text' ? within(10, [title, ...cells], 22) : within(widthOf(title + unit), cells, 30)
  })
  const words = (['status', 'remark', 'confirmation'] as const).map((key) =>
    within(10, [texts.columns[key], ...rows.map((row) => row[key])], 24),
  )
  const names = rows.map(({ bidder }) => bidder)
  return [7, within(16, names, 40), 22, ...figures, ...words]
}

/** Bold letters are wider than `widthOf` says. */
const boldShare = 1.15

/** Points of the head in which every title is whole. */
function headHeight(titles: readonly string[], widths: readonly number[]): number {
  const lines = titles.map((title, i) => Math.ceil((widthOf(title) * boldShare) / (widths[i] ?? 1)))
  return Math.max(...lines) * lineHeight + 4
}

/** Points of a row in which every wrapping text is whole: not every program finds it by itself. */
function heightOf(row: ReportRow, { columns }: OverviewReport, widths: readonly number[]): number {
  const { bidder, figures, status, remark, confirmation } = row
  const wrapped = figures.map((value, i) => (columns[i]?.kind === 'text' ? value : ''))
  const cells = [bidder, '', ...wrapped, status, remark, confirmation]
  const lines = cells.map((cell, i) => Math.ceil(widthOf(cell) / (widths[i + 1] ?? 1)))
  return Math.max(...lines) * lineHeight + 4
}
