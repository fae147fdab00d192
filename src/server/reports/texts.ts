import type { BidFailureKind, ClosingCause, FailureCause } from '#domain/decryption/outcome.ts'
import type { ConfirmationCount } from '#domain/ending/asked.ts'
import type { BidStatus } from '#domain/session/flow.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'

export type ReportLanguage = 'zh-CN' | 'en'

/** The texts of the overview report. */
export interface ReportTexts {
  readonly language: ReportLanguage
  readonly title: string
  readonly sheets: { readonly overview: string; readonly record: string }
  readonly facts: {
    readonly sectionCode: string
    readonly sectionName: string
    readonly projectCode: string
    readonly tenderer: string
    readonly agency: string
    readonly opensAt: string
    readonly place: string
    readonly ceilingPrice: string
    readonly evaluationMethod: string
    readonly status: string
    readonly opener: string
    readonly announcer: string
    readonly recorder: string
    readonly supervisor: string
    readonly decryption: string
    readonly announcedAt: string
    readonly representative: string
    readonly otherMatters: string
    readonly counts: string
    readonly confirmation: string
    readonly interruption: string
  }
  readonly columns: {
    readonly index: string
    readonly bidder: string
    readonly bidderCode: string
    readonly status: string
    /** BzjJiaoNaQingKuang. */
    readonly deposit: string
    readonly remark: string
    readonly confirmation: string
  }
  readonly signatures: {
    readonly title: string
    /** Stands before the opener's unit. */
    readonly opener: string
    readonly signer: string
    readonly fingerprint: string
    readonly signedAt: string
    readonly missing: string
  }
  readonly remarks: string
  readonly recordHash: string
  readonly notFixed: string
  readonly logHead: string
  readonly none: string
  readonly noBids: string
  readonly opened: string
  readonly invalid: string
  readonly notAnnounced: string
  readonly statuses: Readonly<Record<BidStatus, string>>
  readonly failureKinds: Readonly<Record<BidFailureKind, string>>
  readonly failureCauses: Readonly<Record<FailureCause, string>>
  readonly confirmations: Readonly<Record<BidderState['confirmed'], string>>
  /** Between a term and its explanation. */
  readonly colon: string
  readonly semicolon: string
  brackets(text: string): string
  counts(submitted: number, opened: number): string
  confirmed(count: ConfirmationCount): string
  /** Follows the sentence of `confirmed`. */
  ended(reason: string): string
  /** `to` is null while the end is unknown. */
  window(from: string, to: string | null, closing: ClosingCause | null): string
  generated(at: string, timeZone: string): string
  page(current: number, count: number): string
}

const zhCN: ReportTexts = {
  language: 'zh-CN',
  title: '开标一览表',
  sheets: { overview: '开标一览表', record: '电子签名与记录' },
  facts: {
    sectionCode: '标段编号',
    sectionName: '标段名称',
    projectCode: '项目编号',
    tenderer: '招标人',
    agency: '招标代理机构',
    opensAt: '开标时间',
    place: '开标地点',
    ceilingPrice: '最高投标限价',
    evaluationMethod: '评标办法',
    status: '开标状态',
    opener: '开标人',
    announcer: '唱标人',
    recorder: '记录人',
    supervisor: '监督人',
    decryption: '解密时间',
    announcedAt: '唱标时间',
    representative: '招标人代表',
    otherMatters: '其他事项',
    counts: '投标文件',
    confirmation: '一览表确认',
    interruption: '开标中断',
  },
  columns: {
    index: '序号',
    bidder: '投标人',
    bidderCode: '单位代码',
    status: '开标情况',
    deposit: '保证金缴纳情况',
    remark: '备注',
    confirmation: '一览表确认',
  },
  signatures: {
    title: '电子签名',
    opener: '开标人',
    signer: '签名人',
    fingerprint: '证书指纹',
    signedAt: '签名时间',
    missing: '未签名',
  },
  remarks: '备注',
  recordHash: '开标记录摘要（SHA-256）',
  notFixed: '尚未下达电子签名',
  logHead: '开标日志末条序号',
  none: '—',
  noBids: '投标文件尚未开启',
  opened: '正常',
  invalid: '无效标',
  notAnnounced: '尚未公布',
  statuses: {
    'not-opened': '未开标',
    opening: '开标中',
    'to-be-opened': '待开标',
    opened: '开标完',
    failed: '已流标',
  },
  failureKinds: { revoked: '投标文件撤销', withdrawn: '投标文件撤回' },
  failureCauses: {
    'wrong-key': '密钥与投标文件不匹配',
    'damaged-file': '投标文件已损坏',
    'server-failure': '系统原因未能打开',
    'bad-content': '投标文件内容不符合要求',
    'time-out': '未在规定时间内解密',
    'hall-away': '开标大厅中断，未能解密',
  },
  confirmations: { no: '未确认', bidder: '已确认', 'time-out': '自动确认' },
  colon: '：',
  semicolon: '；',
  brackets: (text) => `（${text}）`,
  counts: (submitted, opened) => `递交 ${submitted} 份，成功开启 ${opened} 份`,
  confirmed({ total, done, automatic }) {
    if (total === 0) return '无投标人需要确认'
    const left = total - done - automatic
    return [
      `投标人确认 ${done} 家`,
      ...(automatic > 0 ? [`自动确认 ${automatic} 家`] : []),
      ...(left > 0 ? [`未确认 ${left} 家`] : []),
    ].join('，')
  },
  ended: (reason) => `；开标人提前结束确认，原因：${reason}`,
  window: (from, to, closing) => `${from}${to === null ? '' : ` 至 ${to}`}${closingZh(closing)}`,
  generated: (at, timeZone) => `生成时间 ${at}（${timeZone}）`,
  page: (current, count) => `第 ${current} 页 / 共 ${count} 页`,
}

function closingZh(closing: ClosingCause | null): string {
  if (closing === null) return ''
  return { 'all-opened': '，全部开启后关闭', 'import-ended': '，导入结束', 'time-out': '，到期关闭' }[closing]
}

const en: ReportTexts = {
  language: 'en',
  title: 'Bid Opening Overview',
  sheets: { overview: 'Overview', record: 'Signatures and record' },
  facts: {
    sectionCode: 'Section code',
    sectionName: 'Section name',
    projectCode: 'Project code',
    tenderer: 'Tenderer',
    agency: 'Agency',
    opensAt: 'Opening time',
    place: 'Place',
    ceilingPrice: 'Ceiling price',
    evaluationMethod: 'Evaluation method',
    status: 'Status',
    opener: 'Opened by',
    announcer: 'Announced by',
    recorder: 'Recorded by',
    supervisor: 'Supervised by',
    decryption: 'Decryption window',
    announcedAt: 'Announced at',
    representative: "Tenderer's representative",
    otherMatters: 'Other matters',
    counts: 'Bids',
    confirmation: 'Confirmation of the overview',
    interruption: 'Interruption',
  },
  columns: {
    index: 'No.',
    bidder: 'Bidder',
    bidderCode: 'Unit code',
    status: 'Result of opening',
    deposit: 'Bid security',
    remark: 'Remark',
    confirmation: 'Confirmation',
  },
  signatures: {
    title: 'Electronic signatures',
    opener: 'Opener',
    signer: 'Signed by',
    fingerprint: 'Certificate fingerprint',
    signedAt: 'Signed at',
    missing: 'Not signed',
  },
  remarks: 'Remarks',
  recordHash: 'Opening record digest (SHA-256)',
  notFixed: 'Signing not yet called for',
  logHead: 'Last entry of the session log',
  none: '—',
  noBids: 'The bids have not been opened yet',
  opened: 'Opened',
  invalid: 'Invalid bid',
  notAnnounced: 'Not yet announced',
  statuses: {
    'not-opened': 'Not opened',
    opening: 'Opening',
    'to-be-opened': 'To be opened',
    opened: 'Opened',
    failed: 'Failed',
  },
  failureKinds: { revoked: 'Bid revoked', withdrawn: 'Bid withdrawn' },
  failureCauses: {
    'wrong-key': 'the key does not fit the file',
    'damaged-file': 'the file is damaged',
    'server-failure': 'the hall could not open it',
    'bad-content': 'the content is not what was asked for',
    'time-out': 'not decrypted in time',
    'hall-away': 'the hall was unreachable',
  },
  confirmations: { no: 'Not confirmed', bidder: 'Confirmed', 'time-out': 'Auto-confirmed' },
  colon: ': ',
  semicolon: '; ',
  brackets: (text) => ` (${text})`,
  counts: (submitted, opened) => `${submitted} submitted, ${opened} opened`,
  confirmed({ total, done, automatic }) {
    if (total === 0) return 'No bidder was asked to confirm'
    const left = total - done - automatic
    return [
      `${done} confirmed`,
      ...(automatic > 0 ? [`${automatic} auto-confirmed`] : []),
      ...(left > 0 ? [`${left} not confirmed`] : []),
    ].join(', ')
  },
  ended: (reason) => `; the opener ended the confirmation early: ${reason}`,
  window: (from, to, closing) => `${from}${to === null ? '' : ` to ${to}`}${closingEn(closing)}`,
  generated: (at, timeZone) => `Generated ${at} (${timeZone})`,
  page: (current, count) => `Page ${current} of ${count}`,
}

function closingEn(closing: ClosingCause | null): string {
  if (closing === null) return ''
  return {
    'all-opened': ', closed when all were opened',
    'import-ended': ', import ended',
    'time-out': ', closed on expiry',
  }[closing]
}

export const reportTexts: Readonly<Record<ReportLanguage, ReportTexts>> = { 'zh-CN': zhCN, en }
