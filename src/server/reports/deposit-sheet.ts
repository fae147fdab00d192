import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { figureText } from '#domain/submission/figures.ts'
import { epochOf } from '#lib/time.ts'
import { localTime, type ReportOptions } from './overview-report.ts'
import type { Sheet } from './sheet-pdf.ts'

/** A bidder's deposit: what the platform reported, with the opener's edits over it. */
export interface DepositRow {
  readonly bidder: BidderState
  readonly bidFileId: string | null
  readonly amount: string | null
  readonly account: string
  readonly accountName: string
  readonly accountCode: string
  readonly receiptNumber: string
  readonly mode: string
  readonly status: string
  readonly arrivedAt: string
  readonly remark: string
  /** BzjBind and bzjApplyResult as the platform reported them; null where it has not. */
  readonly bound: boolean | null
  readonly applyResult: string | null
}

/** The deposit report (DEP-3). */
export function depositSheet(
  { tender }: SessionState,
  rows: readonly DepositRow[],
  { language, timeZone }: ReportOptions,
): Sheet {
  const texts = sheetTexts[language]
  return {
    title: texts.title,
    sectionCode: tender?.sectionCode ?? '',
    sectionName: tender?.sectionName ?? '',
    facts: [
      [texts.sectionCode, tender?.sectionCode ?? ''],
      [texts.tenderer, tender?.tenderer ?? ''],
      [texts.opensAt, tender ? localTime(epochOf(tender.opensAt), timeZone) : ''],
    ],
    columns: [
      { title: texts.index, width: 'auto', align: 'center' },
      { title: texts.bidder, width: '*' },
      { title: texts.amount, width: 'auto', align: 'right' },
      { title: texts.mode, width: 'auto' },
      { title: texts.account, width: '*' },
      { title: texts.receipt, width: '*' },
      { title: texts.arrivedAt, width: 'auto' },
      { title: texts.status, width: 'auto' },
      { title: texts.remark, width: '*' },
    ],
    rows: rows.map(({ bidder, amount, mode, account, receiptNumber, arrivedAt, status, remark }, i) => [
      String(i + 1),
      bidder.name,
      amount === null ? '' : figureText('money', amount),
      mode,
      account,
      receiptNumber,
      arrivedAt,
      status,
      remark,
    ]),
    none: texts.none,
    notes: [],
    signers: texts.signers,
  }
}

const sheetTexts = {
  'zh-CN': {
    title: '投标保证金情况表',
    sectionCode: '标段编号',
    tenderer: '招标人',
    opensAt: '开标时间',
    index: '序号',
    bidder: '投标人',
    amount: '金额（元）',
    mode: '缴纳方式',
    account: '支付账户',
    receipt: '回执编号',
    arrivedAt: '到账时间',
    status: '缴纳状态',
    remark: '备注',
    none: '没有投标人。',
    signers: ['开标人', '记录人', '监督人'],
  },
  en: {
    title: 'Bid securities',
    sectionCode: 'Section code',
    tenderer: 'Tenderer',
    opensAt: 'Opening time',
    index: 'No.',
    bidder: 'Bidder',
    amount: 'Amount (yuan)',
    mode: 'Paid by',
    account: 'Paid from',
    receipt: 'Receipt',
    arrivedAt: 'Arrived',
    status: 'Status',
    remark: 'Remark',
    none: 'There are no bidders.',
    signers: ['Opener', 'Recorder', 'Supervisor'],
  },
}
