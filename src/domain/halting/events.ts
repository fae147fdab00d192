import { z } from 'zod'
import { everybody } from '../session/audience.ts'
import { certificateSignatureSchema } from '../session/certificate-signature.ts'
import { eventRow } from '../session/event-row.ts'
import { lotStatuses } from '../session/lot.ts'
import { windowNames } from '../session/window.ts'
import { changeLot, endInterruption, interrupt } from './change-lot.ts'

/* Everybody learns why the opening does not go on, and who says so. */

const windows = [...windowNames, 'draws'] as const

/** The lot statuses that the opener's side sets itself (HLT-1). */
export const haltKinds = ['paused', 'stopped'] as const
export type HaltKind = (typeof haltKinds)[number]

export const haltingEvents = {
  /** The trading platform has set the lot status. Version 2: may give a reason. */
  LotStatusChanged: eventRow({
    version: 2,
    payload: z.strictObject({ lot: z.enum(lotStatuses), reason: z.string().optional() }),
    fold(draft, { payload: { lot, reason = '' }, at, role }) {
      endInterruption(draft, { at, lot, all: true })
      if (lot !== 'open') interrupt(draft, { lot, reason, recorder: '', name: '', role, at, failure: null })
    },
    writes: windows,
    seenBy: everybody,
  }),

  /** The opener's side has paused or stopped the opening; `name` is who did. */
  OpeningHalted: eventRow({
    version: 1,
    payload: z.strictObject({
      kind: z.enum(haltKinds),
      reason: z.string(),
      recorder: z.string(),
      name: z.string(),
    }),
    fold(draft, { payload: { kind, ...said }, at, role }) {
      interrupt(draft, { lot: kind, ...said, role, at, failure: null })
    },
    writes: windows,
    seenBy: everybody,
  }),

  /** What the opener's side had paused goes on. */
  OpeningResumed: eventRow({
    version: 1,
    payload: z.strictObject({ name: z.string() }),
    fold(draft, { at }) {
      endInterruption(draft, { at, lot: 'open' })
    },
    writes: windows,
    seenBy: everybody,
  }),

  /** The opener's side has declared the failure of the lot; the trading platform decides about it. */
  FailureDeclared: eventRow({
    version: 1,
    payload: z.strictObject({
      reason: z.string(),
      recorder: z.string(),
      name: z.string(),
      agent: z.string(),
      signature: certificateSignatureSchema.nullable(),
    }),
    fold(draft, { payload: { reason, recorder, name, agent, signature }, at, role }) {
      const failure = { agent, signature, over: draft.lot, decision: null }
      interrupt(draft, { lot: 'failure-pending', reason, recorder, name, role, at, failure })
    },
    writes: windows,
    seenBy: everybody,
  }),

  /** The trading platform has approved the declared failure or refused it. */
  FailureDecided: eventRow({
    version: 1,
    payload: z.strictObject({ approved: z.boolean(), reason: z.string() }),
    fold(draft, { payload, at }) {
      const pending = draft.interruptions.findLast(({ failure }) => failure?.decision === null)
      if (!pending?.failure) return
      const failure = { ...pending.failure, decision: { ...payload, at } }
      const decided = { ...pending, failure, ...(payload.approved ? { lot: 'failed' as const } : {}) }
      draft.interruptions = draft.interruptions.map((one) => (one === pending ? decided : one))
      if (payload.approved) changeLot(draft, 'failed', at)
      else endInterruption(draft, { at, lot: failure.over })
    },
    writes: windows,
    seenBy: everybody,
  }),
} as const
