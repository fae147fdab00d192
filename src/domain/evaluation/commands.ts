import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { serverCommandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { platform } from '../session/roles-and-statuses.ts'
import { betweenEnvelopes } from '../session/state.ts'
import { evaluationStatuses } from './evaluation-status.ts'

export const evaluationCommands = {
  /** The trading platform reports the evaluation, once an envelope or the opening has ended (EVA-1). */
  ChangeEvaluationStatus: serverCommandRow({
    payload: z.strictObject({ status: z.enum(evaluationStatuses) }),
    roles: platform,
    statuses: ['to-be-opened', 'opened'],
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, { status }) {
      if (state.status !== 'opened' && !betweenEnvelopes(state)) {
        return reject('wrong-status', { status: state.status })
      }
      return ok(state.evaluationStatus === status ? [] : [event('EvaluationStatusChanged', { status })])
    },
  }),
} as const
