import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { commandRow, serverCommandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { platform, watchers } from '../session/roles-and-statuses.ts'
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

  /** Asks for the phone of a bidder's contact after the end: the log has who did (EVA-4). */
  ShowContact: commandRow({
    payload: z.strictObject({ bidderCode: z.string().max(60) }),
    roles: watchers,
    statuses: ['opened'],
    decide: (state, { bidderCode }, { actor }) =>
      state.bidders[bidderCode]
        ? ok([event('ContactShown', { bidderCode, name: actor.name })])
        : reject('unknown-bidder'),
  }),
} as const
