import type { InquiryEnding } from '#domain/inquiry/inquiry-state.ts'
import type { Sentence } from '../codes.ts'
import { prolongedSentence } from '../window-sentences.ts'
import { counted, type ProgressRows } from './row.ts'

const endings: Readonly<Record<InquiryEnding, Sentence>> = {
  'all-answered': ['异议询问结束', 'The objection inquiry has ended'],
  'time-out': ['异议询问时间到', 'The time of the objection inquiry is over'],
}

export const inquiryProgress = {
  InquiryStarted: {
    kind: 'deadline',
    sentence: ({ payload: { limitMinutes } }) => [
      `已下达异议询问指令，限时${limitMinutes}分钟`,
      `The objection inquiry was issued, for ${counted(limitMinutes, 'minute')}`,
    ],
  },
  InquiryProlonged: {
    kind: 'deadline',
    sentence: ({ payload }) => prolongedSentence('inquiry', payload),
  },
  InquiryAnswered: {
    kind: 'objection',
    sentence({ payload: { bidderCode, objects, text } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return objects
        ? [`${name}对开标有异议：${text}`, `${name} objects to the opening: ${text}`]
        : [`${name}对开标无异议`, `${name} has no objection to the opening`]
    },
  },
  InquiryReplied: {
    kind: 'objection',
    sentence({ payload: { bidderCode } }, { nameOf }) {
      const name = nameOf(bidderCode)
      return [
        `开标人已回复${name}的开标异议`,
        `The opener replied to the objection of ${name} to the opening`,
      ]
    },
  },
  InquiryClosed: {
    kind: 'deadline',
    sentence({ payload: { cause, answered, objecting, silent } }) {
      const [zh, en] = endings[cause]
      return [
        `${zh}：${answered}家已答复，其中${objecting}家有异议，${silent}家未答复`,
        `${en}: ${counted(answered, 'bidder')} answered, ${objecting} of them with an objection, ${silent} did not answer`,
      ]
    },
  },
} as const satisfies ProgressRows
