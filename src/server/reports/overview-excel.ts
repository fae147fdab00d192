import writeExcelFile, { type CellObject, type Row } from 'write-excel-file/node'
import type { SessionState } from '#domain/session/state.ts'
import {
  type OverviewReport,
  overviewReport,
  type ReportColumn,
  type ReportOptions,
  type ReportRow,
} from './overview-report.ts'
import { printSetup } from './print-setup.ts'

const line = { borderStyle: 'thin', borderColor: '#BFBFBF' } as const
const head = { ...line, fontWeight: 'bold', backgroundColor: '#F2EFE9', align: 'center', wrap: true } as const

/** Excel keeps this many significant digits of a number. */
const exactDigits = 15

/**
 * The overview report as a workbook (REP-1). Sheet 1 has the overview table with its head in row 3; sheet 2 has the
 * tender's data, the signatures and the record's digest. Texts are shared strings, so that none becomes a formula.
 */
export async function overviewExcel(state: SessionState, options: ReportOptions): Promise<Uint8Array> {
  const report = overviewReport(state, options)
  const { sheets } = report.texts
  const names = [sheets.overview, sheets.record].map((name) => sheetName(name, report.envelope))
  const overview = { data: overviewSheet(report), sheet: names[0] ?? '', columns: overviewWidths(report) }
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
    { fontFamily: 'Microsoft YaHei', fontSize: 10, features: [printSetup(names, [3, null])] },
  )
  return workbook.toBuffer()
}

/** With the envelope; Excel takes 31 characters. */
function sheetName(name: string, envelope: string): string {
  return (envelope === '' ? name : `${name} ${envelope}`).slice(0, 31)
}

function overviewSheet(report: OverviewReport): Row[] {
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
  const section = `${report.sectionCode}  ${report.sectionName}`
  return [
    merged({ ...text(title), fontSize: 16, fontWeight: 'bold', align: 'center', height: 28 }, titles.length),
    merged({ ...text(section), align: 'center', height: 20 }, titles.length),
    titles.map((value) => ({ ...text(value), ...head })),
    ...report.rows.map((row) => overviewRow(row, report.columns)),
  ]
}

function overviewRow(row: ReportRow, columns: readonly ReportColumn[]): Row {
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
  ].map((cell) => ({ ...cell, ...line, alignVertical: 'center' }))
}

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
    ...report.signatures.map(({ index, bidder, signed }) =>
      [
        { value: index, type: Number, align: 'center' as const },
        text(bidder),
        text(signed?.signer ?? signatures.missing),
        text(signed?.fingerprint ?? ''),
        text(signed?.at ?? ''),
      ].map((cell) => ({ ...cell, ...line })),
    ),
    [],
    [text(report.generated)],
  ]
}

function overviewWidths({ columns }: OverviewReport) {
  const figures = columns.map(({ kind }) => ({ width: kind === 'text' ? 18 : 24 }))
  return [{ width: 7 }, { width: 46 }, { width: 22 }, ...figures, { width: 34 }, { width: 24 }, { width: 14 }]
}

/** A text cell, also for text that starts like a formula. */
function text(value: string): CellObject {
  return { value, type: String }
}

function merged(cell: CellObject, columnSpan: number): Row {
  return [{ ...cell, columnSpan }, ...Array.from({ length: columnSpan - 1 }, () => null)]
}
