import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { localTime, type ReportOptions } from './overview-report.ts'
import { paragraph } from './paragraph.ts'
import { makePdf } from './pdf-maker.ts'
import { type MaybePreliminary, preliminaryNote } from './preliminary.ts'
import { contentWidth, fontRuns } from './report-fonts.ts'

const ink = '#1c1917'
const faint = '#78716c'
const hairline = '#d6d3d1'
const band = '#f5f5f4'
const margin = 40
const fontSize = 9
/** The most points that a column gets by its content. */
const widestColumn = 110
/** More columns than this stand on a page that lies. */
const uprightColumns = 5

/** A document that is one table: the deposits, the sign-in sheet, the certificates, a failure. */
export interface Sheet {
  readonly title: string
  readonly sectionCode: string
  readonly sectionName: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly columns: readonly SheetColumn[]
  /** A text for each column. */
  readonly rows: readonly (readonly string[])[]
  /** Said in place of rows where there are none. */
  readonly none: string
  /** Lines below the table. */
  readonly notes: readonly string[]
  /** Names of those who sign below; each gets a line. */
  readonly signers: readonly string[]
}

export interface SheetColumn {
  readonly title: string
  /** `auto`: as wide as its content; `*`: shares the rest of the width. */
  readonly width: 'auto' | '*'
  readonly align?: 'right' | 'center'
  /** Texts of any length, whose words may be longer than a line. */
  readonly long?: boolean
}

export type SheetOptions = ReportOptions & MaybePreliminary

/** A sheet as PDF on A4. */
export function sheetPdf(sheet: Sheet, options: SheetOptions): Promise<Uint8Array> {
  return makePdf(documentOf(sheet, options))
}

function documentOf(sheet: Sheet, options: SheetOptions): TDocumentDefinitions {
  const { language, timeZone, now } = options
  const generated = footers[language].generated(localTime(now, timeZone), timeZone)
  return {
    pageSize: 'A4',
    pageOrientation: sheet.columns.length > uprightColumns ? 'landscape' : 'portrait',
    pageMargins: [margin, 44, margin, 44],
    info: {
      title: `${sheet.title} ${sheet.sectionCode}`,
      subject: sheet.sectionName,
      creationDate: new Date(now),
    },
    language,
    defaultStyle: { font: 'NotoSansSC', fontSize, color: ink, lineHeight: 1.2 },
    content: [
      { text: sheet.title, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 4] },
      { text: fontRuns(sheet.sectionName), fontSize: 11, alignment: 'center', margin: [0, 0, 0, 12] },
      ...preliminaryNote(language, options),
      ...sheet.facts.map(
        ([label, value]): Content => ({
          columns: [{ text: label, color: faint, width: 96 }, { text: fontRuns(value || '—') }],
          margin: [0, 0, 0, 2],
        }),
      ),
      table(sheet),
      ...sheet.notes.map((note): Content => ({ text: fontRuns(note), color: faint, margin: [0, 0, 0, 4] })),
      ...signatures(sheet),
    ],
    footer: (page, count) => ({
      margin: [margin, 14, margin, 0],
      fontSize: 7.5,
      color: faint,
      columns: [
        { text: fontRuns(`${sheet.sectionCode}  ${generated}`) },
        { text: footers[language].page(page, count), alignment: 'right', width: 120 },
      ],
    }),
  }
}

function table(sheet: Sheet): Content {
  const { columns, rows, none } = sheet
  if (rows.length === 0) return { text: none, color: faint, alignment: 'center', margin: [0, 24, 0, 24] }
  const cell = (text: string, i: number): TableCell => ({
    ...(columns[i]?.long ? paragraph(text || '—') : { text: fontRuns(text || '—') }),
    alignment: columns[i]?.align ?? 'left',
  })
  return {
    margin: [0, 12, 0, 12],
    layout,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths: widthsOf(sheet),
      body: [
        columns.map(({ title }): TableCell => ({ text: title, bold: true, alignment: 'center' })),
        ...rows.map((row) => row.map(cell)),
      ],
    },
  }
}

function widthsOf({ columns, rows }: Sheet): (number | '*')[] {
  const limits = { size: fontSize, widest: widestColumn }
  return columns.map(({ title, width }, i) => {
    const cells = rows.map((row) => row[i] ?? '')
    return width === '*' ? width : contentWidth(title, cells, limits)
  })
}

function signatures({ signers }: Sheet): Content[] {
  if (signers.length === 0) return []
  return [
    {
      unbreakable: true,
      margin: [0, 24, 0, 0],
      columns: signers.map((signer) => ({ text: `${signer}：________________` })),
    },
  ]
}

const layout: CustomTableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => hairline,
  vLineColor: () => hairline,
  fillColor: (row) => (row === 0 ? band : null),
  paddingTop: () => 4,
  paddingBottom: () => 4,
}

const footers = {
  'zh-CN': {
    generated: (at: string, zone: string) => `生成时间 ${at}（${zone}）`,
    page: (page: number, count: number) => `第 ${page} 页 / 共 ${count} 页`,
  },
  en: {
    generated: (at: string, zone: string) => `Generated ${at} (${zone})`,
    page: (page: number, count: number) => `Page ${page} of ${count}`,
  },
}
