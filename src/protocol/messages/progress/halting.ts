import type { LotStatus } from '#domain/session/lot.ts'
import type { Sentence } from '../codes.ts'
import type { ProgressRows } from './row.ts'

const lotSentences: Readonly<Record<LotStatus, Sentence>> = {
  open: ['标段恢复正常', 'The section is open again'],
  'failure-pending': ['标段正在流标审批', 'The failure of the section is under approval'],
  failed: ['标段已流标', 'The section has failed'],
  stopped: ['标段已终止', 'The section was stopped'],
  paused: ['标段已暂停', 'The section was paused'],
}

const halted = {
  paused: ['暂停了开标', 'paused the opening'],
  stopped: ['终止了开标', 'stopped the opening'],
} as const

export const haltingProgress = {
  LotStatusChanged: {
    kind: 'step',
    sentence({ payload: { lot, reason } }) {
      const [zh, en] = lotSentences[lot]
      return reason ? [`${zh}：${reason}`, `${en}: ${reason}`] : [zh, en]
    },
  },
  OpeningHalted: {
    kind: 'step',
    sentence({ payload: { kind, reason, recorder, name } }) {
      const [zh, en] = halted[kind]
      return [
        `${name}${zh}，原因：${reason}（记录人：${recorder}）`,
        `${name} ${en}: ${reason} (recorder: ${recorder})`,
      ]
    },
  },
  OpeningResumed: {
    kind: 'step',
    sentence: ({ payload: { name } }) => [`${name}恢复了开标`, `${name} resumed the opening`],
  },
  FailureDeclared: {
    kind: 'step',
    sentence: ({ payload: { reason, recorder, name } }) => [
      `${name}申请流标，待交易平台审批，原因：${reason}（记录人：${recorder}）`,
      `${name} declared the failure of the section, which the trading platform has to approve: ${reason} (recorder: ${recorder})`,
    ],
  },
  FailureDecided: {
    kind: 'step',
    sentence: ({ payload: { approved, reason } }) =>
      approved
        ? [
            `交易平台批准流标，标段已流标：${reason}`,
            `The trading platform approved the failure; the section has failed: ${reason}`,
          ]
        : [`交易平台驳回流标，开标继续：${reason}`, `The trading platform refused the failure: ${reason}`],
  },
} as const satisfies ProgressRows
