import type { SessionState } from '#domain/session/state.ts'
import { participants, standingOf } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import { amountOf, type PricedItem, priceSheets, sheetTotal } from '#domain/tender/price-sheets.ts'
import { epochOf } from '#lib/time.ts'
import { localTime, type ReportOptions, statusOf } from './overview-report.ts'
import type { Sheet } from './sheet-pdf.ts'
import { reportTexts } from './texts.ts'

/**
 * The unit prices of every sheet of the bill of quantities, bidder by bidder, with each sheet's total, and of an invalid
 * or unopened bid the reason beside the bidder's name (REP-11).
 */
export function unitPriceSheet(state: SessionState, { language, timeZone }: ReportOptions): Sheet {
  const texts = sheetTexts[language]
  const { tender } = state
  const money = (value: string | null | undefined) => (value == null ? '' : figureText('money', value))
  const sheets = priceSheets(tender, state.stage.number)
  const units = new Set(sheets.flatMap(({ items }) => items.map(({ unit }) => unit)))
  // One unit stands in the heads of the columns, different ones beside the items.
  const [common = ''] = units.size === 1 ? units : []
  const inUnit = (words: string, unit: string) => (unit ? texts.inBrackets(words, unit) : words)
  const titleOf = ({ title, unit }: PricedItem) =>
    inUnit(language === 'en' ? title.en : title.zh, units.size > 1 ? unit : '')
  const rows = sheets.flatMap((sheet) =>
    participants(state).flatMap((bidder) => {
      const { figures } = bidder
      const isSound = !bidder.invalid && standingOf(state, bidder).status !== 'failed'
      const name = isSound
        ? bidder.name
        : texts.inBrackets(bidder.name, statusOf(state, bidder, reportTexts[language]))
      return [
        ...sheet.items.map((item) => [
          ...[sheet.name, name, titleOf(item), item.item.measure, item.item.quantity],
          ...[money(figures?.[item.key]), money(amountOf(item, figures))],
        ]),
        [sheet.name, name, texts.total, '', '', '', money(sheetTotal(sheet, figures))],
      ]
    }),
  )
  return {
    title: texts.title,
    sectionCode: tender?.sectionCode ?? '',
    sectionName: tender?.sectionName ?? '',
    facts: [
      [texts.sectionCode, tender?.sectionCode ?? ''],
      [texts.opensAt, tender ? localTime(epochOf(tender.opensAt), timeZone) : ''],
    ],
    columns: [
      { title: texts.sheet, width: 'auto' },
      { title: texts.bidder, width: '*' },
      { title: texts.item, width: '*' },
      { title: texts.measure, width: 'auto' },
      { title: texts.quantity, width: 'auto', align: 'right' },
      { title: inUnit(texts.price, common), width: 'auto', align: 'right' },
      { title: inUnit(texts.amount, common), width: 'auto', align: 'right' },
    ],
    rows,
    none: texts.none,
    notes: [],
    signers: texts.signers,
  }
}

const sheetTexts = {
  'zh-CN': {
    title: '综合单价报价表',
    sectionCode: '标段编号',
    opensAt: '开标时间',
    sheet: '清单',
    bidder: '投标人',
    item: '项目名称',
    measure: '计量单位',
    quantity: '工程量',
    price: '综合单价',
    amount: '合价',
    total: '合计',
    inBrackets: (words: string, more: string) => `${words}（${more}）`,
    none: '没有投标人。',
    signers: ['开标人', '记录人', '监督人'],
  },
  en: {
    title: 'Unit prices of the bill of quantities',
    sectionCode: 'Section code',
    opensAt: 'Opening time',
    sheet: 'Sheet',
    bidder: 'Bidder',
    item: 'Item',
    measure: 'Unit',
    quantity: 'Quantity',
    price: 'Unit price',
    amount: 'Amount',
    total: 'Total',
    inBrackets: (words: string, more: string) => `${words} (${more})`,
    none: 'There are no bidders.',
    signers: ['Opener', 'Recorder', 'Supervisor'],
  },
}
