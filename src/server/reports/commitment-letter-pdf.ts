import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Tender } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import { letterTexts } from './commitment-letter-texts.ts'
import type { ReportOptions } from './overview-report.ts'
import { makePdf } from './pdf-maker.ts'
import { fontRuns } from './report-fonts.ts'

const ink = '#1c1917'
const faint = '#78716c'
const hairline = '#d6d3d1'

interface Committed {
  readonly name: string
  readonly code: string
}

/** A bidder's commitment letter for one section as PDF, A4 (REP-4). */
export function commitmentLetterPdf(
  tender: Tender,
  bidder: Committed,
  options: ReportOptions,
): Promise<Uint8Array> {
  return makePdf(documentOf(tender, bidder, options))
}

function documentOf(tender: Tender, bidder: Committed, options: ReportOptions): TDocumentDefinitions {
  const texts = letterTexts(options.language, tender)
  return {
    pageSize: 'A4',
    pageMargins: [60, 52, 60, 52],
    info: {
      title: `${texts.title} ${tender.sectionCode}`,
      subject: tender.sectionName,
      creationDate: new Date(options.now),
    },
    language: options.language,
    defaultStyle: { font: 'NotoSansSC', fontSize: 10.5, color: ink, lineHeight: 1.35 },
    content: [
      { text: texts.title, fontSize: 20, bold: true, alignment: 'center', margin: [0, 0, 0, 22] },
      { text: fontRuns(texts.to), margin: [0, 0, 0, 10] },
      { text: fontRuns(texts.opening), margin: [0, 0, 0, 10] },
      { ol: texts.promises.map((text) => ({ text: fontRuns(text), margin: [0, 0, 0, 6] as const })) },
      { text: fontRuns(texts.closing), margin: [0, 8, 0, 22] },
      factsOf(tender, bidder, options),
      { text: fontRuns(texts.signing), fontSize: 9, color: faint, margin: [0, 14, 0, 0] },
    ],
    footer: (page, count) => ({
      text: texts.page(page, count),
      alignment: 'center',
      fontSize: 8,
      color: faint,
      margin: [0, 16, 0, 0],
    }),
  }
}

function factsOf(tender: Tender, bidder: Committed, options: ReportOptions) {
  const { facts } = letterTexts(options.language, tender)
  const time = timeIn(options)
  const rows: [string, string][] = [
    [facts.bidder, bidder.name],
    [facts.bidderCode, bidder.code],
    [facts.section, `${tender.sectionCode}  ${tender.sectionName}`],
    [facts.opensAt, time(epochOf(tender.opensAt))],
    [facts.madeAt, time(options.now)],
  ]
  return {
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => hairline,
      paddingTop: () => 4,
      paddingBottom: () => 4,
    },
    table: {
      widths: [96, '*'],
      body: rows.map(([label, value]): TableCell[] => [
        { text: label, color: faint },
        { text: fontRuns(value) },
      ]),
    },
  }
}

function timeIn({ language, timeZone }: ReportOptions): (epoch: number) => string {
  const format = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long', timeStyle: 'medium' })
  return (epoch) => `${format.format(epoch)} (${timeZone})`
}
