import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { SessionState } from '#domain/session/state.ts'
import { figureText } from '#domain/submission/figures.ts'
import { type OverviewReport, overviewReport, type ReportOptions } from './overview-report.ts'
import { grouped, makePdf } from './pdf-maker.ts'
import { preliminaryNote } from './preliminary.ts'
import { fontRuns } from './report-fonts.ts'
import {
  amber,
  cellPadding,
  column,
  factsTable,
  faint,
  fontSize,
  head,
  indexWidth,
  ink,
  labelled,
  landscapeWidth,
  layoutOf,
  margin,
  portraitWidth,
  titledTable,
  type WideTable,
} from './split-table.ts'

/**
 * The overview report as PDF (REP-1): A4, landscape when the columns need it. Columns beyond the page's width follow in
 * further tables that repeat number, bidder and mark. Figures are printed as the bidders wrote them.
 */
export async function overviewPdf(state: SessionState, options: ReportOptions): Promise<Uint8Array> {
  const report = overviewReport(state, options)
  return makePdf(documentOf(report, options))
}

function documentOf(report: OverviewReport, options: ReportOptions): TDocumentDefinitions {
  const { upright, tables } = layoutOf(tableOf(report))
  const { texts } = report
  return {
    pageSize: 'A4',
    pageOrientation: upright ? 'portrait' : 'landscape',
    pageMargins: [margin, 40, margin, 44],
    info: {
      title: `${report.title} ${report.sectionCode}`,
      subject: report.sectionName,
      creationDate: new Date(options.now),
    },
    language: options.language,
    defaultStyle: { font: 'NotoSansSC', fontSize, color: ink, lineHeight: 1.1 },
    content: [
      { text: report.title, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 4] },
      { text: fontRuns(report.sectionName), fontSize: 11, alignment: 'center', margin: [0, 0, 0, 12] },
      ...preliminaryNote(options.language, options),
      factsTable(report.facts, upright ? portraitWidth : landscapeWidth),
      ...(report.rows.length === 0 ? [empty(texts.noBids)] : tables),
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

/** The bidders with their figures, their mark, and remarks and confirmations where there are any. */
function tableOf({ columns, rows, texts }: OverviewReport): WideTable {
  const figures = columns.map(({ title, unit, kind }, i) =>
    column(
      [title, unit],
      rows.map((row) => figureText(kind, row.figures[i] ?? '')),
      kind === 'text' ? 'left' : 'right',
    ),
  )
  const words = (title: string, cells: readonly string[]) =>
    cells.some((cell) => cell !== '') ? [column([title], cells, 'left')] : []
  return {
    heads: { index: texts.columns.index, name: texts.columns.bidder, mark: texts.columns.status },
    rows: rows.map(({ index, bidder, status, sound }) => ({ index, name: bidder, mark: status, sound })),
    before: figures,
    after: [
      ...words(
        texts.columns.remark,
        rows.map((row) => row.remark),
      ),
      ...words(
        texts.columns.confirmation,
        rows.map((row) => row.confirmation),
      ),
    ],
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
  const header = [
    head(texts.columns.index, 'center'),
    head(texts.columns.bidder),
    head(texts.signatures.signer),
    head(texts.signatures.fingerprint),
    head(texts.signatures.signedAt),
  ]
  const body = signatures.map(({ index, unit, signed }): TableCell[] => [
    { text: String(index ?? ''), alignment: 'center' },
    { text: fontRuns(unit) },
    signed ? { text: fontRuns(signed.signer) } : { text: texts.signatures.missing, color: amber },
    { text: grouped(signed?.fingerprint ?? ''), fontSize: 7 },
    { text: signed?.at ?? '' },
  ])
  return [
    ...facts,
    { text: '', margin: [0, 0, 0, 6] },
    titledTable(texts.signatures.title, header, body, [
      ...[indexWidth(tableOf(report)) - 2 * cellPadding, '*' as const],
      ...[100, 152, 96],
    ]),
  ]
}

function empty(text: string): Content {
  return { text, color: faint, alignment: 'center', margin: [0, 24, 0, 38] }
}
