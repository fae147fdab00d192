import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { RowCheck } from '#domain/announcement/announcement-state.ts'
import { disputesIn } from '#domain/announcement/disputes.ts'
import { roundOfEnvelope } from '#domain/ending/record.ts'
import { inquiryObjections } from '#domain/inquiry/inquiry.ts'
import { type ObjectionState, objectionsOf } from '#domain/objections/objection.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { epochOf } from '#lib/time.ts'
import { envelopeName } from '#protocol/document-names.ts'
import { type ObjectionTexts, objectionTexts } from './objections-texts.ts'
import { localTime, type ReportOptions } from './overview-report.ts'
import { paragraph } from './paragraph.ts'
import { makePdf } from './pdf-maker.ts'
import { type MaybePreliminary, preliminaryNote } from './preliminary.ts'
import { fontRuns, textWidth } from './report-fonts.ts'

const ink = '#1c1917'
const faint = '#78716c'
const hairline = '#d6d3d1'
const band = '#f5f5f4'
const amber = '#92400e'

const fontSize = 9
const margin = 48

export interface ObjectionReportOptions extends ReportOptions, MaybePreliminary {
  /** The bidder whose objections are printed; null for all bidders. */
  readonly bidderCode: string | null
}

type Said = Pick<RowCheck, 'text' | 'at' | 'reply'>
/** An objection that was raised before the opening, or what was disputed or objected to in a round, which `from` then names. */
type Printed = Omit<ObjectionState, 'id' | 'read'> & { readonly read: boolean | null; readonly from: string }

/** The objections and disputed rows in a viewer's state with their replies, oldest first, as PDF on A4 (REP-2, INQ-11). */
export function objectionsPdf(state: SessionState, options: ObjectionReportOptions): Promise<Uint8Array> {
  return makePdf(documentOf(state, options))
}

function documentOf(state: SessionState, options: ObjectionReportOptions): TDocumentDefinitions {
  const texts = objectionTexts[options.language]
  const { bidderCode } = options
  const shown = printedObjections(state, options).filter(
    (one) => bidderCode === null || one.bidderCode === bidderCode,
  )
  const sectionCode = state.tender?.sectionCode ?? ''
  const generated = texts.generated(localTime(options.now, options.timeZone), options.timeZone)
  return {
    pageSize: 'A4',
    pageMargins: [margin, 48, margin, 48],
    info: {
      title: `${texts.title} ${sectionCode}`,
      subject: state.tender?.sectionName ?? '',
      creationDate: new Date(options.now),
    },
    language: options.language,
    defaultStyle: { font: 'NotoSansSC', fontSize, color: ink, lineHeight: 1.2 },
    content: [
      { text: texts.title, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 4] },
      {
        text: fontRuns(state.tender?.sectionName ?? ''),
        fontSize: 11,
        alignment: 'center',
        margin: [0, 0, 0, 14],
      },
      ...preliminaryNote(options.language, options),
      factsTable(state, shown, options),
      ...(shown.length === 0 ? [empty(texts.none)] : []),
      ...shown.map((objection, i) => objectionTable(objection, i + 1, state, options)),
    ],
    footer: (page, count) => ({
      margin: [margin, 16, margin, 0],
      fontSize: 7.5,
      color: faint,
      columns: [
        { text: fontRuns(`${sectionCode}  ${generated}`) },
        { text: texts.page(page, count), alignment: 'right', width: 120 },
      ],
    }),
  }
}

function printedObjections(state: SessionState, { language }: ObjectionReportOptions): Printed[] {
  const texts = objectionTexts[language]
  const asked = ([1, 2] as const).flatMap((envelope): Printed[] => {
    const round = envelope <= state.stage.number ? roundOfEnvelope(state, envelope) : null
    // A second envelope with nothing to open keeps the only round.
    if (!round || (envelope === 2 && !state.first)) return []
    const name = envelopeName(state.tender, envelope, language)
    const printed = (bidder: BidderState, { text, at, reply }: Said, from: string): Printed => ({
      ...{ bidderCode: bidder.code, content: text, at, reply, from },
      ...{ attachment: null, read: null },
    })
    return [
      ...disputesIn(round).map(({ bidder, check }) => printed(bidder, check, texts.row(name))),
      ...inquiryObjections(round).map(({ bidder, answer }) => printed(bidder, answer, texts.inquiry(name))),
    ]
  })
  return [...objectionsOf(state).map((one) => ({ ...one, from: '' })), ...asked]
}

function factsTable(
  state: SessionState,
  shown: readonly Printed[],
  { language, timeZone, bidderCode }: ObjectionReportOptions,
): Content {
  const texts = objectionTexts[language]
  const { facts, absent } = texts
  const { tender } = state
  const answered = shown.filter(({ reply }) => reply !== null).length
  const pairs: [string, string | null | undefined][] = [
    [facts.sectionCode, tender?.sectionCode],
    [facts.projectCode, tender?.projectCode],
    [facts.tenderer, tender?.tenderer],
    [facts.agency, tender?.agency],
    [facts.opensAt, tender && localTime(epochOf(tender.opensAt), timeZone)],
    [facts.bidder, bidderCode === null ? texts.all : nameOf(state, bidderCode, texts)],
    [facts.counts, texts.counts(shown.length, answered)],
    [facts.logHead, String(state.seq)],
  ]
  const rows = pairs.map(([label, value]): Row => [label, { text: fontRuns(value || absent) }])
  return labelledRows(rows, [], texts)
}

function objectionTable(
  { bidderCode, content, attachment, at, reply, read, from }: Printed,
  index: number,
  state: SessionState,
  { language, timeZone }: ObjectionReportOptions,
): Content {
  const texts = objectionTexts[language]
  const time = (iso: string) => localTime(epochOf(iso), timeZone)
  const head: TableCell = {
    text: fontRuns(`${index}.  ${nameOf(state, bidderCode, texts)}${from === '' ? '' : `  ${from}`}`),
    bold: true,
    colSpan: 2,
  }
  const attached: Row[] = attachment
    ? [
        [texts.attachment, { text: fontRuns(`${attachment.name}  (${bytesText(attachment.size)})`) }],
        [texts.digest, { text: attachment.sha256, fontSize: 7.5 }],
      ]
    : []
  const answer: Row[] = reply
    ? [
        [texts.reply, paragraph(reply.content)],
        [texts.repliedAt, { text: time(reply.at) }],
        ...(read === null ? [] : [[texts.read, { text: read ? texts.isRead : texts.isUnread }] as Row]),
      ]
    : [[texts.reply, { text: texts.unanswered, color: amber }]]
  return labelledRows(
    [[texts.raisedAt, { text: time(at) }], [texts.content, paragraph(content)], ...attached, ...answer],
    [[head, '']],
    texts,
  )
}

type Row = readonly [label: string, value: TableCell]

/** Rows of label and value; `head` is repeated on every page. */
function labelledRows(rows: readonly Row[], head: TableCell[][], texts: ObjectionTexts): Content {
  const labels = [...Object.values(texts.facts), texts.digest, texts.read]
  const label = Math.max(...labels.map((name) => textWidth(name, fontSize))) + 4
  return {
    margin: [0, 0, 0, 14],
    layout: lines(head.length),
    table: {
      headerRows: head.length,
      keepWithHeaderRows: head.length,
      widths: [label, '*'],
      body: [...head, ...rows.map(([name, value]): TableCell[] => [{ text: name, color: faint }, value])],
    },
  }
}

function empty(text: string): Content {
  return { text, color: faint, alignment: 'center', margin: [0, 24, 0, 0] }
}

function nameOf(state: SessionState, bidderCode: string, texts: ObjectionTexts): string {
  const bidder = state.bidders[bidderCode]
  return bidder ? texts.named(bidder.name, bidderCode) : bidderCode
}

/** `1,234,567 B`, on one line. */
function bytesText(bytes: number): string {
  return `${String(bytes).replace(/\B(?=(\d{3})+$)/g, ',')}\u00a0B`
}

function lines(headRows: number): CustomTableLayout {
  return {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => hairline,
    fillColor: (row) => (row < headRows ? band : null),
    paddingLeft: () => 6,
    paddingRight: () => 6,
    paddingTop: () => 4,
    paddingBottom: () => 4,
  }
}
