import type { ReportLanguage } from './texts.ts'

/** The texts of the objection and reply record. */
export interface ObjectionTexts {
  readonly title: string
  readonly facts: {
    readonly sectionCode: string
    readonly projectCode: string
    readonly tenderer: string
    readonly agency: string
    readonly opensAt: string
    readonly bidder: string
    readonly counts: string
    readonly logHead: string
  }
  readonly all: string
  readonly none: string
  readonly raisedAt: string
  readonly content: string
  readonly attachment: string
  readonly digest: string
  readonly reply: string
  readonly repliedAt: string
  readonly unanswered: string
  readonly read: string
  readonly isRead: string
  readonly isUnread: string
  readonly absent: string
  /** A disputed row, or an objection of the inquiry in step 3; `envelope` is empty where there is only one. */
  row(envelope: string): string
  inquiry(envelope: string): string
  counts(all: number, answered: number): string
  named(name: string, code: string): string
  generated(at: string, timeZone: string): string
  page(current: number, count: number): string
}

const zhCN: ObjectionTexts = {
  title: '异议与回复记录',
  facts: {
    sectionCode: '标段编号',
    projectCode: '项目编号',
    tenderer: '招标人',
    agency: '招标代理机构',
    opensAt: '开标时间',
    bidder: '投标人',
    counts: '异议',
    logHead: '开标日志末条序号',
  },
  all: '全部投标人',
  none: '没有异议。',
  raisedAt: '提出时间',
  content: '异议内容',
  attachment: '附件',
  digest: '附件摘要（SHA-256）',
  reply: '回复内容',
  repliedAt: '回复时间',
  unanswered: '未回复',
  read: '投标人阅读',
  isRead: '已阅读回复',
  isUnread: '尚未阅读回复',
  absent: '—',
  row: (envelope) => (envelope === '' ? '唱标内容' : `唱标内容，${envelope}`),
  inquiry: (envelope) => (envelope === '' ? '开标异议询问' : `开标异议询问，${envelope}`),
  counts: (all, answered) => `${all} 条，已回复 ${answered} 条`,
  named: (name, code) => `${name}（${code}）`,
  generated: (at, timeZone) => `生成时间 ${at}（${timeZone}）`,
  page: (current, count) => `第 ${current} 页 / 共 ${count} 页`,
}

const en: ObjectionTexts = {
  title: 'Objection and Reply Record',
  facts: {
    sectionCode: 'Section code',
    projectCode: 'Project code',
    tenderer: 'Tenderer',
    agency: 'Agency',
    opensAt: 'Opening time',
    bidder: 'Bidder',
    counts: 'Objections',
    logHead: 'Last entry of the session log',
  },
  all: 'All bidders',
  none: 'There are no objections.',
  raisedAt: 'Raised at',
  content: 'Objection',
  attachment: 'Attachment',
  digest: 'Its digest (SHA-256)',
  reply: 'Reply',
  repliedAt: 'Replied at',
  unanswered: 'Not replied to',
  read: 'Read by the bidder',
  isRead: 'Reply read',
  isUnread: 'Reply not read yet',
  absent: '—',
  row: (envelope) => (envelope === '' ? 'announced row' : `announced row, ${envelope}`),
  inquiry: (envelope) => (envelope === '' ? 'objection inquiry' : `objection inquiry, ${envelope}`),
  counts: (all, answered) => `${all}, of which ${answered} replied to`,
  named: (name, code) => `${name} (${code})`,
  generated: (at, timeZone) => `Generated ${at} (${timeZone})`,
  page: (current, count) => `Page ${current} of ${count}`,
}

export const objectionTexts: Readonly<Record<ReportLanguage, ObjectionTexts>> = { 'zh-CN': zhCN, en }
