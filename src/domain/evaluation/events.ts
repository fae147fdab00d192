import { z } from 'zod'
import { everybody } from '../session/audience.ts'
import { eventRow } from '../session/event-row.ts'
import { evaluationStatuses } from './evaluation-status.ts'

export const evaluationEvents = {
  /** The trading platform reports how far the evaluation of the opened bids is. */
  EvaluationStatusChanged: eventRow({
    version: 1,
    payload: z.strictObject({ status: z.enum(evaluationStatuses) }),
    fold(draft, { payload }) {
      draft.evaluationStatus = payload.status
    },
    writes: [],
    seenBy: everybody,
  }),
} as const
