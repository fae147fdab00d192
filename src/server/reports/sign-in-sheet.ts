import { signInRows } from '#domain/preparation/sign-in.ts'
import type { SessionState } from '#domain/session/state.ts'
import { epochOf } from '#lib/time.ts'
import { localTime, type ReportOptions } from './overview-report.ts'
import type { Sheet } from './sheet-pdf.ts'

/** The sign-in sheet of all bidders (TAB-2). */
export function signInSheet(state: SessionState, { language, timeZone }: ReportOptions): Sheet {
  const texts = signInTexts[language]
  const { tender } = state
  const time = (at: string | null) => (at === null ? '' : localTime(epochOf(at), timeZone))
  return {
    title: texts.title,
    sectionCode: tender?.sectionCode ?? '',
    sectionName: tender?.sectionName ?? '',
    facts: [
      [texts.sectionCode, tender?.sectionCode ?? ''],
      [texts.opensAt, time(tender?.opensAt ?? null)],
    ],
    columns: [
      { title: texts.index, width: 'auto', align: 'center' },
      { title: texts.bidder, width: '*' },
      { title: texts.submittedAt, width: 'auto' },
      { title: texts.enteredAt, width: 'auto' },
      { title: texts.letterSignedAt, width: 'auto' },
    ],
    rows: signInRows(state, null).map(({ index, bidderName, submittedAt, enteredAt, letterSignedAt }) => [
      ...[String(index), bidderName],
      ...[time(submittedAt), time(enteredAt), time(letterSignedAt)],
    ]),
    none: texts.none,
    notes: [texts.note(state.seq)],
    signers: texts.signers,
  }
}

const signInTexts = {
  'zh-CN': {
    title: '投标人签到表',
    sectionCode: '标段编号',
    opensAt: '开标时间',
    index: '序号',
    bidder: '投标人',
    submittedAt: '递交时间',
    enteredAt: '进入大厅时间',
    letterSignedAt: '承诺函签署时间',
    none: '没有投标人。',
    note: (seq: number) => `各时间取自开标日志（至第 ${seq} 条）。`,
    signers: ['开标人', '记录人', '监督人'],
  },
  en: {
    title: 'Sign-in sheet of the bidders',
    sectionCode: 'Section code',
    opensAt: 'Opening time',
    index: 'No.',
    bidder: 'Bidder',
    submittedAt: 'Submitted',
    enteredAt: 'Entered the hall',
    letterSignedAt: 'Letter signed',
    none: 'There are no bidders.',
    note: (seq: number) => `The times are those of the session log, up to entry ${seq}.`,
    signers: ['Opener', 'Recorder', 'Supervisor'],
  },
}
