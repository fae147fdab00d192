import { failuresOf, type Interruption } from '#domain/halting/interruption.ts'
import type { SessionState } from '#domain/session/state.ts'
import { openedBidders, participants } from '#domain/submission/bids.ts'
import { epochOf } from '#lib/time.ts'
import { namesOf } from '#protocol/messages/interruption-texts.ts'
import { localTime, type ReportOptions } from './overview-report.ts'
import type { Sheet } from './sheet-pdf.ts'
import type { ReportLanguage } from './texts.ts'

/** The failure of a lot: each form that was declared, and what was decided about it (HLT-11). */
export function failureSheet(state: SessionState, { language, timeZone }: ReportOptions): Sheet {
  const texts = failureTexts[language]
  const { tender } = state
  const time = (at: string | null | undefined) => (at ? localTime(epochOf(at), timeZone) : '')
  const failures = failuresOf(state)
  return {
    title: texts.title,
    sectionCode: tender?.sectionCode ?? '',
    sectionName: tender?.sectionName ?? '',
    facts: [
      [texts.sectionCode, tender?.sectionCode ?? ''],
      [texts.projectCode, tender?.projectCode ?? ''],
      [texts.tenderer, tender?.tenderer ?? ''],
      [texts.agency, tender?.agency ?? ''],
      [texts.opensAt, time(tender?.opensAt)],
      ...(state.frozen ? [countsOf(state, texts)] : []),
    ],
    columns: [
      { title: texts.item, width: 'auto' },
      { title: texts.content, width: '*', long: true },
    ],
    rows: failures.flatMap((failure, i) => [
      ...(failures.length > 1 ? [[texts.numbered(i + 1), texts.outcome(outcomeOf(failure))]] : []),
      ...rowsOf(failure, language, time),
    ]),
    none: texts.none,
    notes: [texts.note(state.seq)],
    signers: texts.signers,
  }
}

function countsOf(state: SessionState, { bids, counts }: FailureTexts): readonly [string, string] {
  return [bids, counts(participants(state).length, openedBidders(state).length)]
}

function rowsOf(
  interruption: Interruption,
  language: ReportLanguage,
  time: (at: string | null) => string,
): string[][] {
  const texts = failureTexts[language]
  const { reason, recorder, at, failure } = interruption
  const [zh, en] = namesOf(interruption)
  const said = [
    [texts.reason, reason],
    [texts.declaredBy, language === 'en' ? en : zh],
    [texts.declaredAt, time(at)],
  ]
  // The trading platform fills in no form, and nobody decides about what it sets.
  if (!failure) return said
  const { agent, signature, decision } = failure
  return [
    ...said,
    [texts.recorder, recorder],
    ...(agent === '' && !signature ? [] : [[texts.agent, agent]]),
    ...(signature ? [[texts.signature, `${signature.signer}\nSHA-256 ${signature.fingerprint}`]] : []),
    [texts.decision, texts.outcome(outcomeOf(interruption))],
    ...(decision
      ? [
          [texts.decisionReason, decision.reason],
          [texts.decidedAt, time(decision.at)],
        ]
      : []),
  ]
}

type Outcome = 'approved' | 'refused' | 'pending' | 'set'

function outcomeOf({ failure }: Interruption): Outcome {
  if (!failure) return 'set'
  if (!failure.decision) return 'pending'
  return failure.decision.approved ? 'approved' : 'refused'
}

interface FailureTexts {
  readonly title: string
  readonly sectionCode: string
  readonly projectCode: string
  readonly tenderer: string
  readonly agency: string
  readonly opensAt: string
  readonly bids: string
  readonly item: string
  readonly content: string
  readonly reason: string
  readonly declaredBy: string
  readonly declaredAt: string
  readonly recorder: string
  readonly agent: string
  readonly signature: string
  readonly decision: string
  readonly decisionReason: string
  readonly decidedAt: string
  readonly none: string
  readonly signers: readonly string[]
  counts(bids: number, opened: number): string
  numbered(n: number): string
  outcome(outcome: Outcome): string
  note(seq: number): string
}

const outcomes: Readonly<Record<ReportLanguage, Readonly<Record<Outcome, string>>>> = {
  'zh-CN': {
    approved: '交易平台批准流标',
    refused: '交易平台驳回',
    pending: '待交易平台审批',
    set: '由交易平台设定流标',
  },
  en: {
    approved: 'approved by the trading platform',
    refused: 'refused by the trading platform',
    pending: 'waits for the trading platform',
    set: 'set by the trading platform',
  },
}

const failureTexts: Readonly<Record<ReportLanguage, FailureTexts>> = {
  'zh-CN': {
    title: '流标报告',
    sectionCode: '标段编号',
    projectCode: '项目编号',
    tenderer: '招标人',
    agency: '招标代理机构',
    opensAt: '开标时间',
    bids: '投标文件',
    item: '事项',
    content: '内容',
    reason: '流标原因',
    declaredBy: '下达人',
    declaredAt: '下达时间',
    recorder: '记录人',
    agent: '代理机构经办人',
    signature: '代理机构电子签名',
    decision: '审批结果',
    decisionReason: '审批意见',
    decidedAt: '审批时间',
    none: '标段没有流标。',
    signers: ['开标人', '记录人', '代理机构', '监督人'],
    counts: (bids, opened) => `递交 ${bids} 家，开启成功 ${opened} 家`,
    numbered: (n) => `第 ${n} 次流标`,
    outcome: (outcome) => outcomes['zh-CN'][outcome],
    note: (seq) => `内容取自开标日志（至第 ${seq} 条）；电子签名的原文在日志中。`,
  },
  en: {
    title: 'Report of the failure',
    sectionCode: 'Section code',
    projectCode: 'Project code',
    tenderer: 'Tenderer',
    agency: 'Agency',
    opensAt: 'Opening time',
    bids: 'Bids',
    item: 'Item',
    content: 'Content',
    reason: 'Reason',
    declaredBy: 'Declared by',
    declaredAt: 'Declared',
    recorder: 'Recorder',
    agent: 'Signed for the agency by',
    signature: 'The agency’s signature',
    decision: 'Decision',
    decisionReason: 'Its reason',
    decidedAt: 'Decided',
    none: 'The section has not failed.',
    signers: ['Opener', 'Recorder', 'Agency', 'Supervisor'],
    counts: (bids, opened) => `${bids} submitted, ${opened} opened`,
    numbered: (n) => `Failure ${n}`,
    outcome: (outcome) => outcomes.en[outcome],
    note: (seq) => `From the session log, up to entry ${seq}, which has the signature itself.`,
  },
}
