import type {
  Content,
  ContentText,
  CustomTableLayout,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js'
import { currentCalculation } from '#domain/base-price/save-check.ts'
import type { Calculation } from '#domain/base-price/working.ts'
import type { SessionState } from '#domain/session/state.ts'
import { figureText } from '#domain/submission/figures.ts'
import { unitIn } from '#domain/tender/units.ts'
import { epochOf } from '#lib/time.ts'
import {
  bandText,
  causeText,
  placeText,
  stepFacts,
  stepFormula,
  theoryTexts,
  workingStepTexts,
} from '#protocol/messages/base-price-texts.ts'
import { basePriceReportTexts } from './base-price-texts.ts'
import { localTime, type ReportOptions } from './overview-report.ts'
import { makePdf } from './pdf-maker.ts'
import { type MaybePreliminary, preliminaryNote } from './preliminary.ts'
import { contentWidth, fontRuns } from './report-fonts.ts'

const ink = '#1c1917'
const faint = '#78716c'
const hairline = '#d6d3d1'
const amber = '#92400e'
const margin = 36
const fontSize = 9
/** The most points that a column gets by its content. */
const widestColumn = 160

export interface BasePriceReportOptions extends ReportOptions, MaybePreliminary {}

/** The calculated base price with its bids and its working as PDF on A4, landscape (BAS-12). */
export function basePricePdf(state: SessionState, options: BasePriceReportOptions): Promise<Uint8Array> {
  return makePdf(documentOf(state, options))
}

function documentOf(state: SessionState, options: BasePriceReportOptions): TDocumentDefinitions {
  const { language, timeZone, now } = options
  const texts = basePriceReportTexts[language]
  const calculation = state.basePrice?.calculated ?? null
  const sectionCode = state.tender?.sectionCode ?? ''
  const generated = texts.generated(localTime(now, timeZone), timeZone)
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [margin, 40, margin, 44],
    info: {
      title: `${texts.title} ${sectionCode}`,
      subject: state.tender?.sectionName ?? '',
      creationDate: new Date(now),
    },
    language,
    defaultStyle: { font: 'NotoSansSC', fontSize, color: ink, lineHeight: 1.15 },
    content: [
      { text: texts.title, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 4] },
      {
        text: fontRuns(state.tender?.sectionName ?? ''),
        fontSize: 11,
        alignment: 'center',
        margin: [0, 0, 0, 12],
      },
      ...preliminaryNote(language, options),
      factsTable(state, options),
      ...(calculation ? calculationContent(state, calculation, options) : []),
    ],
    footer: (page, count) => ({
      margin: [margin, 14, margin, 0],
      fontSize: 7.5,
      color: faint,
      columns: [
        { text: fontRuns(`${sectionCode}  ${generated}`) },
        { text: texts.page(page, count), alignment: 'right', width: 120 },
      ],
    }),
  }
}

function factsTable(state: SessionState, { language, timeZone }: ReportOptions): Content {
  const { facts, absent, notSaved, started } = basePriceReportTexts[language]
  const time = (iso: string) => localTime(epochOf(iso), timeZone)
  const { tender, basePrice } = state
  const pairs: [string, string | null | undefined][] = [
    [facts.sectionCode, tender?.sectionCode],
    [facts.projectCode, tender?.projectCode],
    [facts.tenderer, tender?.tenderer],
    [facts.agency, tender?.agency],
    [facts.opensAt, tender && time(tender.opensAt)],
    [facts.evaluationMethod, tender?.evaluationMethod],
    [facts.calculatedAt, basePrice?.calculated && time(basePrice.calculated.at)],
    [facts.savedAt, basePrice?.saved ? time(basePrice.saved.at) : notSaved],
    [facts.reviewGroup, basePrice?.reviewGroup && `${started} ${time(basePrice.reviewGroup.at)}`],
    [facts.logHead, String(state.seq)],
  ]
  const rows: TableCell[][] = []
  for (let i = 0; i < pairs.length; i += 2) {
    rows.push(
      pairs
        .slice(i, i + 2)
        .flatMap(([label, value]): TableCell[] => [
          { text: label, color: faint },
          { text: fontRuns(value || absent) },
        ]),
    )
  }
  return {
    margin: [0, 0, 0, 14],
    layout: lines(() => false),
    table: { widths: [110, '*', 110, '*'], body: rows },
  }
}

function calculationContent(
  state: SessionState,
  calculation: Calculation,
  options: ReportOptions,
): Content[] {
  const texts = basePriceReportTexts[options.language]
  const { price, unit } = calculation
  const amount = `${figureText('money', price)} ${unitIn(options.language, unit)}`.trim()
  const stale: Content[] = currentCalculation(state)
    ? []
    : [{ text: texts.notCurrent, color: amber, margin: [0, 0, 0, 8] }]
  return [
    { text: fontRuns(`${texts.basePrice}  ${amount}`), fontSize: 14, bold: true, margin: [0, 0, 0, 6] },
    ...stale,
    bidsTable(state, calculation, options),
    stepsTable(calculation, options),
    { text: texts.rounding, color: faint, fontSize: 8 },
  ]
}

function bidsTable(state: SessionState, calculation: Calculation, { language }: ReportOptions): Content {
  const { bids, columns, absent } = basePriceReportTexts[language]
  const checks = new Map(calculation.checks.map((check) => [check.bidderCode, check]))
  const unit = calculation.unit && ` (${unitIn(language, calculation.unit)})`
  const names = [columns.index, columns.bidder, `${columns.price}${unit}`, columns.place, columns.cause]
  const checked = calculation.checks.length > 0
  const head = [...names, ...(checked ? [columns.lowerRate, columns.theory] : [])]
  const rows = calculation.bids.map((bid, i): string[] => {
    const check = checks.get(bid.bidderCode)
    const results = check ? [bandText(check, language), theoryTexts(check, language).join('\n')] : ['', '']
    return [
      String(i + 1),
      state.bidders[bid.bidderCode]?.name ?? bid.bidderCode,
      bid.price === null ? absent : figureText('money', bid.price),
      placeText(bid, language),
      causeText(bid, language),
      ...(checked ? results.map((text) => text || absent) : []),
    ]
  })
  const body = rows.map((row) =>
    row.map((text, i): TableCell => ({ text: fontRuns(text), ...(looks[i] ?? {}) })),
  )
  return table(bids, head, body, widthsOf(head, rows))
}

/** Numbers stand in the middle, prices at the right on one line. */
const looks: Readonly<Record<number, Partial<ContentText>>> = {
  0: { alignment: 'center' },
  2: { alignment: 'right', noWrap: true },
}

/** Columns as wide as their content; the bidder's name gets the rest. */
function widthsOf(head: readonly string[], rows: readonly (readonly string[])[]): (number | '*')[] {
  const limits = { size: fontSize, widest: widestColumn }
  return head.map((title, i) =>
    i === 1
      ? '*'
      : contentWidth(
          title,
          rows.map((row) => row[i] ?? ''),
          limits,
        ),
  )
}

function stepsTable({ steps }: Calculation, { language }: ReportOptions): Content {
  const { working, columns, absent } = basePriceReportTexts[language]
  const head = [columns.index, columns.step, columns.formula, columns.drawn]
  const body = steps.map((step, i): TableCell[] => {
    const [zh, en] = workingStepTexts[step.label]
    return [
      { text: String(i + 1), alignment: 'center' },
      { text: language === 'en' ? en : zh },
      { text: fontRuns(stepFormula(step)) },
      { text: fontRuns(stepFacts(step, language).join(', ') || absent) },
    ]
  })
  return table(working, head, body, ['auto', 'auto', '*', 'auto'])
}

/** A table under its title, which stands above the head on every page. */
function table(
  title: string,
  head: readonly string[],
  body: TableCell[][],
  widths: (string | number)[],
): Content {
  const header = head.map((text): TableCell => ({ text: fontRuns(text), bold: true, color: faint }))
  const titled: TableCell = { text: title, fontSize: 11, bold: true, colSpan: head.length }
  const first: TableCell[] = [titled, ...head.slice(1).map(() => '')]
  return {
    margin: [0, 0, 0, 10],
    layout: lines((row) => row === 1),
    table: {
      headerRows: 2,
      dontBreakRows: true,
      keepWithHeaderRows: 1,
      widths,
      body: [first, header, ...body],
    },
  }
}

/** Hairlines between rows; a band behind the head. */
function lines(isHead: (row: number) => boolean): CustomTableLayout {
  return {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => hairline,
    fillColor: (row) => (isHead(row) ? '#f5f5f4' : null),
    paddingLeft: () => 4,
    paddingRight: () => 4,
    paddingTop: () => 4,
    paddingBottom: () => 4,
  }
}
