import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { LogEnd } from '#protocol/session-export.ts'
import { localTime } from './overview-report.ts'
import { makePdf } from './pdf-maker.ts'
import { recordTexts } from './record-texts.ts'
import { fontRuns } from './report-fonts.ts'
import { amber, faint, fontSize, head, ink, labelled, margin, titledTable } from './split-table.ts'

/** The line of a unit on the sheet; `signed` null for one that has not signed. */
export interface SheetLine {
  readonly index: number
  readonly unit: string
  readonly isOpener: boolean
  readonly signed: {
    readonly signer: string
    /** Who signed for the unit; empty where the organisation itself did. */
    readonly person: string
    readonly at: string
    readonly fingerprint: string
    /** It stands in the PDF as a PDF signature. */
    readonly inPdf: boolean
    readonly valid: boolean
  } | null
}

export interface SheetOptions {
  readonly title: string
  readonly document: string
  readonly timeZone: string
  readonly now: number
  readonly end: LogEnd
}

/** The pages that sealing adds: every signature with its form and its verdict (REC-3). */
export function signatureSheet(rows: readonly SheetLine[], options: SheetOptions): Promise<Uint8Array> {
  const { sheet, page } = recordTexts
  const { timeZone, now } = options
  const heads = ['', sheet.signer, sheet.at, sheet.fingerprint, sheet.form, sheet.verdict]
  const body = rows.map(({ index, unit, isOpener, signed }) => {
    const name = nameOn({ unit, isOpener, signed })
    const verdict = signed ? (signed.valid ? sheet.valid : sheet.invalid) : sheet.unsigned
    return [
      { text: String(index), alignment: 'center' as const },
      { text: fontRuns(name) },
      { text: signed?.at ?? '' },
      { text: signed?.fingerprint ?? '', fontSize: 7 },
      { text: signed ? (signed.inPdf ? sheet.inPdf : sheet.attached) : '' },
      { text: verdict, ...(signed?.valid ? {} : { color: amber, bold: true }) },
    ]
  })
  const document: TDocumentDefinitions = {
    pageSize: 'A4',
    pageMargins: [margin, 40, margin, 44],
    info: { title: `${sheet.title} ${options.title}`, creationDate: new Date(now) },
    defaultStyle: { font: 'NotoSansSC', fontSize, color: ink, lineHeight: 1.1 },
    content: [
      { text: sheet.title, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 4] },
      { text: fontRuns(options.title), fontSize: 11, alignment: 'center', margin: [0, 0, 0, 12] },
      { text: sheet.intro, margin: [0, 0, 0, 8] },
      labelled(sheet.document, options.document),
      { text: sheet.sealed(localTime(now, timeZone), timeZone), margin: [0, 0, 0, 12] },
      titledTable(
        null,
        heads.map((name) => head(name)),
        body,
        [18, '*', 88, 130, 48, 40],
      ),
    ],
    footer: (current, count) => ({
      margin: [margin, 14, margin, 0],
      fontSize: 7.5,
      color: faint,
      columns: [{ text: sheet.title }, { text: page(current, count), alignment: 'right', width: 120 }],
    }),
  }
  return makePdf(document, options.end)
}

/** The unit, with its certificate's holder where that is another name, the person who signed, and the opener's part. */
function nameOn({ unit, isOpener, signed }: Pick<SheetLine, 'unit' | 'isOpener' | 'signed'>): string {
  const { opener, person } = recordTexts.sheet
  const name = unit || (signed?.signer ?? '')
  const holder = signed && signed.signer !== name ? `（${signed.signer}）` : ''
  const who = signed && signed.person !== '' ? `，${person}：${signed.person}` : ''
  return `${isOpener ? `${opener}：` : ''}${name}${holder}${who}`
}
