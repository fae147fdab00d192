import type { SessionState } from '#domain/session/state.ts'
import { epochOf } from '#lib/time.ts'
import { localTime, type ReportOptions } from './overview-report.ts'
import type { Sheet } from './sheet-pdf.ts'

/** A bidder with their contact, as the caller of the sheet may see it. */
export interface ContactRow {
  readonly code: string
  readonly name: string
  /** The person; empty where the platform has named none. */
  readonly contact: string
  readonly phone: string
}

/** Whom to ask about each bid (EVA-4). */
export function contactSheet(
  { tender, seq }: SessionState,
  rows: readonly ContactRow[],
  { language, timeZone }: ReportOptions,
): Sheet {
  const texts = contactTexts[language]
  return {
    title: texts.title,
    sectionCode: tender?.sectionCode ?? '',
    sectionName: tender?.sectionName ?? '',
    facts: [
      [texts.sectionCode, tender?.sectionCode ?? ''],
      [texts.opensAt, tender ? localTime(epochOf(tender.opensAt), timeZone) : ''],
    ],
    columns: [
      { title: texts.index, width: 'auto', align: 'center' },
      { title: texts.bidder, width: '*' },
      { title: texts.code, width: 'auto' },
      { title: texts.contact, width: 'auto' },
      { title: texts.phone, width: 'auto' },
    ],
    rows: rows.map(({ code, name, contact, phone }, i) => [String(i + 1), name, code, contact, phone]),
    none: texts.none,
    notes: [texts.note(seq)],
    signers: [],
  }
}

const contactTexts = {
  'zh-CN': {
    title: '投标人联系方式',
    sectionCode: '标段编号',
    opensAt: '开标时间',
    index: '序号',
    bidder: '投标人',
    code: '统一社会信用代码',
    contact: '联系人',
    phone: '联系电话',
    none: '没有投标人。',
    note: (seq: number) => `联系方式由交易平台提供；投标人取自开标日志（至第 ${seq} 条）。`,
  },
  en: {
    title: 'Contacts of the bidders',
    sectionCode: 'Section code',
    opensAt: 'Opening time',
    index: 'No.',
    bidder: 'Bidder',
    code: 'Unit code',
    contact: 'Contact',
    phone: 'Phone',
    none: 'There are no bidders.',
    note: (seq: number) =>
      `The trading platform names the contacts; the bidders are those of the session log, up to entry ${seq}.`,
  },
}
