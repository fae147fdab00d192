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

  /** Somebody has asked for the phone of a bidder's contact; a supervisor who did is hidden from who may not see them. */
  ContactShown: eventRow({
    version: 1,
    payload: z.strictObject({ bidderCode: z.string(), name: z.string() }),
    fold() {},
    writes: [],
    seenBy: ({ role, payload }) =>
      role === 'supervisor'
        ? { who: 'staff who see the supervisor', unit: null }
        : { who: 'staff and supervisor', unit: payload.bidderCode },
  }),
} as const
