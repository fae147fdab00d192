import type { SessionState } from '#domain/session/state.ts'
import { participants } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import { amountOf, priceSheets, sheetTotal } from '#domain/tender/price-sheets.ts'
import { epochOf } from '#lib/time.ts'
import { localTime, type ReportOptions } from './overview-report.ts'
import type { Sheet } from './sheet-pdf.ts'

/** The unit prices of every sheet of the bill of quantities, bidder by bidder, with each sheet's total (REP-11). */
export function unitPriceSheet(state: SessionState, { language, timeZone }: ReportOptions): Sheet {
  const texts = sheetTexts[language]
  const { tender } = state
  const money = (value: string | null | undefined) => (value == null ? '' : figureText('money', value))
  const rows = priceSheets(tender, state.stage.number).flatMap((sheet) =>
    participants(state).flatMap(({ name, figures }) => [
      ...sheet.items.map((item) => [
        ...[sheet.name, name, language === 'en' ? item.title.en : item.title.zh],
        ...[
          item.item.measure,
          item.item.quantity,
          money(figures?.[item.key]),
          money(amountOf(item, figures)),
        ],
      ]),
      [sheet.name, name, texts.total, '', '', '', money(sheetTotal(sheet, figures))],
    ]),
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
      { title: texts.price, width: 'auto', align: 'right' },
      { title: texts.amount, width: 'auto', align: 'right' },
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
    price: '综合单价（元）',
    amount: '合价（元）',
    total: '合计',
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
    price: 'Unit price (yuan)',
    amount: 'Amount (yuan)',
    total: 'Total',
    none: 'There are no bidders.',
    signers: ['Opener', 'Recorder', 'Supervisor'],
  },
}
