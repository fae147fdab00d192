import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { currentCalculation, isBasePriceSaved } from '#domain/base-price/save-check.ts'
import { drawsOf } from '#domain/draw/draw-state.ts'
import { openingRecord, overviewRows, recordHash } from '#domain/ending/record.ts'
import { attachmentName } from '#domain/objections/attachment.ts'
import { objectionsOf } from '#domain/objections/objection.ts'
import { siteStaffOf } from '#domain/preparation/site-staff.ts'
import type { SessionState } from '#domain/session/state.ts'
import { submittedAt } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import { columnsOfEnvelope, hasDeposit } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import { envelopeName } from '#protocol/document-names.ts'
import { drawnFact } from '#protocol/messages/draw-texts.ts'
import { factsOf, localTime, statusOf } from './overview-report.ts'
import { makePdf } from './pdf-maker.ts'
import { recordTexts as texts } from './record-texts.ts'
import { fontRuns } from './report-fonts.ts'
import {
  column,
  factsTable,
  faint,
  fontSize,
  head,
  heading,
  ink,
  labelled,
  landscapeWidth,
  layoutOf,
  lines,
  margin,
  portraitWidth,
  titledTable,
  type WideTable,
} from './split-table.ts'
import { reportTexts } from './texts.ts'

export interface RecordOptions {
  readonly timeZone: string
  /** When the record is made, epoch milliseconds. */
  readonly now: number
  /** The last entry of the log that it tells of. */
  readonly head: { readonly seq: number; readonly hash: string }
  /** What is known of the bidders' deposits, by bidder. */
  readonly deposits: Readonly<Record<string, string>>
}

const language = 'zh-CN'

/**
 * The opening record (开标记录表) of an envelope's round as PDF on A4, as it is signed and filed (REC-1). It depends on its
 * arguments alone.
 */
export function recordPdf(state: SessionState, options: RecordOptions): Promise<Uint8Array> {
  // Its closing block names the log's last entry, which may be another than the caller's.
  return makePdf(documentOf(state, options), null)
}

function documentOf(state: SessionState, options: RecordOptions): TDocumentDefinitions {
  const { tender } = state
  const envelope = envelopeName(tender, state.stage.number, language)
  const title = envelope === '' ? texts.title : `${texts.title}（${envelope}）`
  const { upright, tables } = layoutOf(bidTable(state, options))
  const width = upright ? portraitWidth : landscapeWidth
  const time = (iso: string) => localTime(epochOf(iso), options.timeZone)
  // The opening ends after the signatures, so that its status would be out of date once the record is filed.
  const standing: [string, string] = [texts.made, texts.madeAt(localTime(options.now, options.timeZone))]
  const facts = tender ? factsOf(state, tender, standing, { texts: reportTexts[language], time }) : []
  return {
    pageSize: 'A4',
    pageOrientation: upright ? 'portrait' : 'landscape',
    pageMargins: [margin, 40, margin, 44],
    info: {
      title: `${title} ${tender?.sectionCode ?? ''}`,
      subject: tender?.sectionName ?? '',
      creationDate: new Date(options.now),
    },
    language,
    defaultStyle: { font: 'NotoSansSC', fontSize, color: ink, lineHeight: 1.1 },
    content: [
      { text: title, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 4] },
      { text: fontRuns(tender?.sectionName ?? ''), fontSize: 11, alignment: 'center', margin: [0, 0, 0, 12] },
      factsTable([...facts, ...basePriceFacts(state)], width),
      ...tables,
      ...readingIn(state, options),
      ...drawsIn(state),
      ...objectionsIn(state, options),
      ...inquiryIn(state, options),
      ...problemsIn(state, options),
      shortSection(texts.remarks, state.remarks || texts.nothing),
      places(state),
      evidence(state, options),
    ],
    footer: (page, count) => ({
      margin: [margin, 14, margin, 0],
      fontSize: 7.5,
      color: faint,
      columns: [
        {
          text: fontRuns(
            `${tender?.sectionCode ?? ''}  ${title}  ${localTime(options.now, options.timeZone)}`,
          ),
        },
        { text: texts.page(page, count), alignment: 'right', width: 120 },
      ],
    }),
  }
}

/** A section that stays on one page with its heading. */
function section(title: string, ...parts: Content[]): Content {
  return {
    unbreakable: true,
    margin: [0, 0, 0, 14],
    stack: [{ ...heading(title), margin: [0, 0, 0, 5] }, ...parts],
  }
}

function shortSection(title: string, text: string): Content {
  return section(title, { text: fontRuns(text) })
}

/** Every bidder with submission time, deposit (where the tender has one), figures, state with reason, and remark. */
function bidTable(state: SessionState, { deposits, timeZone }: RecordOptions): WideTable {
  const words = reportTexts[language]
  const rows = overviewRows(state)
  const times = rows.map(({ bidderCode }) => {
    const bidder = state.bidders[bidderCode]
    const at = bidder ? submittedAt(bidder) : null
    return at === null ? words.none : localTime(epochOf(at), timeZone)
  })
  const columns = state.tender ? columnsOfEnvelope(state.tender, state.stage.number) : []
  const figures = columns.map(({ key, title, kind, unit }) =>
    column(
      [title.zh, unit && words.brackets(unit)],
      rows.map((row) => figureText(kind, row.figures?.[key] ?? '')),
      kind === 'text' ? 'left' : 'right',
    ),
  )
  const paid = rows.map(({ bidderCode }) => deposits[bidderCode] ?? texts.noDeposit)
  const remarks = rows.map(({ remark }) => remark)
  return {
    title: texts.bids,
    heads: { index: words.columns.index, name: words.columns.bidder, mark: words.columns.status },
    rows: rows.map((row) => ({
      index: row.index,
      name: row.bidderName,
      mark: statusOf(state, state.bidders[row.bidderCode], words),
      sound: row.badge === null,
    })),
    before: [
      column([texts.submittedAt], times, 'left'),
      ...(state.tender && !hasDeposit(state.tender) ? [] : [column([texts.deposit], paid, 'left')]),
      ...figures,
    ],
    after: remarks.some((remark) => remark !== '') ? [column([words.columns.remark], remarks, 'left')] : [],
  }
}

/**
 * Why the reading was cut short, and what bidders dispute of their announced rows with the replies (ANN-13, ANN-17);
 * nothing where neither happened.
 */
function readingIn(state: SessionState, { timeZone }: RecordOptions): Content[] {
  const { title, cutShort, disputed, at } = texts.reading
  const { reply, unanswered } = texts.objections
  const { readingCutShort: reason = null, disputes = [] } = openingRecord(state)
  const rows = disputes.map((one) => [
    state.bidders[one.bidderCode]?.name ?? one.bidderCode,
    localTime(epochOf(one.at), timeZone),
    one.text,
    one.reply?.content ?? unanswered,
  ])
  if (reason === null && rows.length === 0) return []
  const heads = [reportTexts[language].columns.bidder, at, disputed, reply]
  return [
    ...(reason === null ? [] : [shortSection(title, cutShort(reason))]),
    ...(rows.length === 0
      ? []
      : [plainTable(reason === null ? title : null, heads, rows, [120, 92, '*', '*'])]),
  ]
}

function drawsIn(state: SessionState): Content[] {
  const { title, parameter, subject, drawer, value, saved } = texts.draws
  const rows = drawsOf(state).flatMap((draw) =>
    draw.parts.flatMap((part, i) => {
      const result = draw.outcome?.results[i]
      const [name] = result ? drawnFact(part.parameter, result.value) : ['']
      return result ? [[name, draw.subject, part.drawer, result.value, result.saved]] : []
    }),
  )
  if (rows.length === 0) return []
  return [plainTable(title, [parameter, subject, drawer, value, saved], rows, ['*', '*', 90, 80, 80])]
}

function objectionsIn(state: SessionState, { timeZone }: RecordOptions): Content[] {
  const { title, raised, content, reply, unanswered, noOthers } = texts.objections
  const rows = objectionsOf(state).map((one) => [
    state.bidders[one.bidderCode]?.name ?? one.bidderCode,
    localTime(epochOf(one.at), timeZone),
    one.content,
    one.reply?.content ?? unanswered,
  ])
  if (rows.length === 0) {
    const { disputes = [], inquiry } = openingRecord(state)
    const isElsewhere = disputes.length > 0 || (inquiry?.objecting ?? 0) > 0
    return [shortSection(title, isElsewhere ? noOthers : texts.nothing)]
  }
  const heads = [reportTexts[language].columns.bidder, raised, content, reply]
  return [plainTable(title, heads, rows, [120, 92, '*', '*'])]
}

/** The objection inquiry of this round with the objections and their replies; none where nobody was asked (INQ-11). */
function inquiryIn(state: SessionState, { timeZone }: RecordOptions): Content[] {
  const { inquiry } = openingRecord(state)
  if (!inquiry) return []
  const time = (iso: string) => localTime(epochOf(iso), timeZone)
  const { issuedAt, endedAt, answered, objecting, silent, objections: said = [] } = inquiry
  const { title, span, counts } = texts.inquiry
  const { raised, content, reply, unanswered } = texts.objections
  const facts = `${span(time(issuedAt), time(endedAt))}。${counts(answered, objecting, silent)}。`
  const rows = said.map(({ bidderCode, at, text, reply: given }) => [
    state.bidders[bidderCode]?.name ?? bidderCode,
    time(at),
    text,
    given?.content ?? unanswered,
  ])
  const heads = [reportTexts[language].columns.bidder, raised, content, reply]
  return [
    shortSection(title, facts),
    ...(rows.length > 0 ? [plainTable(null, heads, rows, [120, 92, '*', '*'])] : []),
  ]
}

/** The files on problems of the opening; none where nothing was recorded. */
function problemsIn(state: SessionState, { timeZone }: RecordOptions): Content[] {
  const rows = state.openingFiles
    .filter(({ purpose }) => purpose === 'problem')
    .map(({ file, at }) => [
      attachmentName(file.name, file.kind),
      file.sha256,
      localTime(epochOf(at), timeZone),
    ])
  if (rows.length === 0) return []
  const { title, name, hash, at } = texts.problems
  return [plainTable(title, [name, hash, at], rows, ['*', 300, 92])]
}

/** The base price of this envelope as calculated and as saved, where it still holds (BAS-5). */
function basePriceFacts(state: SessionState): [string, string][] {
  const calculation = currentCalculation(state)
  if (!calculation) return []
  const { calculated, saved } = texts.basePrice
  const price = `${figureText('money', calculation.price)} ${calculation.unit}`.trim()
  return [
    [calculated, price],
    [saved, isBasePriceSaved(state) ? price : reportTexts[language].none],
  ]
}

function plainTable(
  title: string | null,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  widths: (number | '*')[],
): Content {
  const header = heads.map((name) => head(name))
  const body = rows.map((row) => row.map((cell): TableCell => ({ text: fontRuns(cell) })))
  return titledTable(title, header, body, widths)
}

/** Places for those who sign on paper. */
function places(state: SessionState): Content {
  const { persons, reportInfo } = state
  const { title, duty, name, signature, date, ...duties } = texts.places
  const owners = siteStaffOf(state).filter(({ kind }) => kind === 'owner-staff')
  const people: [string, string][] = [
    [duties.opener, persons?.opener ?? ''],
    [duties.announcer, persons?.announcer ?? ''],
    [duties.recorder, reportInfo?.recorder ?? persons?.recorder ?? ''],
    [duties.supervisor, persons?.supervisor || (state.recordedSupervisor ?? '')],
    [duties.tenderer, reportInfo?.representative ?? owners.map((owner) => owner.name).join('、')],
  ]
  const rows = people.map(([label, who]): TableCell[] => [
    { text: label, margin: [0, 9, 0, 9] },
    { text: fontRuns(who), margin: [0, 9, 0, 9] },
    '',
    '',
  ])
  const table = {
    layout: lines((row) => row === 0),
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [80, 120, '*', 100],
      body: [[head(duty), head(name), head(signature), head(date)], ...rows],
    },
  }
  return section(title, table)
}

function evidence(state: SessionState, options: RecordOptions): Content {
  return section(
    texts.evidence,
    labelled(texts.recordHash, state.signing?.recordHash ?? recordHash(state)),
    labelled(texts.logHead, texts.logEntry(options.head.seq)),
    labelled(texts.logHash, options.head.hash),
  )
}
