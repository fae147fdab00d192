import type { LotStatus } from '#domain/session/lot.ts'
import type { Sentence } from '../codes.ts'
import type { ProgressRows } from './row.ts'

const lotSentences: Readonly<Record<LotStatus, Sentence>> = {
  open: ['标段恢复正常', 'The lot is open again'],
  'failure-pending': ['标段正在流标审批', 'The failure of the lot is under approval'],
  failed: ['标段已流标', 'The lot has failed'],
  stopped: ['标段已终止', 'The lot was stopped'],
  paused: ['标段已暂停', 'The lot was paused'],
}

export const sessionProgress = {
  ParticipantEntered: {
    kind: 'people',
    sentence: ({ payload: { name } }) => [`${name}进入开标大厅`, `${name} entered the session`],
  },
  MessagePosted: {
    kind: 'message',
    sentence: ({ payload: { message } }) => [message, message],
  },
  LotStatusChanged: {
    kind: 'step',
    sentence: ({ payload }) => lotSentences[payload.lot],
  },
} as const satisfies ProgressRows
