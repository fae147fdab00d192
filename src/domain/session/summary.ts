import { z } from 'zod'
import { currentInterruption, originOf } from '../halting/interruption.ts'
import { recordedTenderSchema, type Tender } from '../tender/tender.ts'
import { currentWindow } from './current-window.ts'
import { steps } from './flow.ts'
import { lotStatuses } from './lot.ts'
import { phaseCount, phaseOf, phases } from './phase.ts'
import type { SessionState } from './state.ts'
import { sessionStep } from './under-way.ts'
import { openWindows } from './warnings.ts'
import { windowNames } from './window.ts'

/** What a supervisor's wall shows of a section (WAL-2). */
export const summarySchema = z.strictObject({
  /** By which its steps are named. */
  tender: z.strictObject({
    qualification: recordedTenderSchema.shape.qualification,
    bidStyle: recordedTenderSchema.shape.bidStyle,
    preReview: z.boolean(),
  }),
  step: z.enum(steps),
  phase: z.enum(phases),
  /** How many bidders have done what the phase waits for; null where it waits for none of them. */
  count: z.strictObject({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** The next deadline: the open window's, or the opening time before it. */
  window: z
    .strictObject({
      name: z.enum([...windowNames, 'opening']),
      deadline: z.string(),
      /** The start of its time; null for the opening. */
      from: z.string().nullable(),
      /** The minutes before its end at which it is warned of. */
      warnAt: z.array(z.number()),
    })
    .nullable(),
  /** Why the lot is halted, and by whom; null while it is open. */
  halt: z
    .strictObject({
      lot: z.enum(lotStatuses).exclude(['open']),
      /** Null where the log does not say. */
      by: z
        .strictObject({ at: z.string(), name: z.string(), role: z.string(), reason: z.string() })
        .nullable(),
    })
    .nullable(),
})
export type Summary = z.infer<typeof summarySchema>

/** The summary of a section, from its state as the reader may see it; null before it is published. */
export function summaryOf(state: SessionState): Summary | null {
  if (!state.tender) return null
  return {
    tender: titleFacts(state.tender),
    step: sessionStep(state),
    phase: phaseOf(state),
    count: phaseCount(state),
    window: windowOf(state),
    halt: haltOf(state),
  }
}

function titleFacts({ qualification, bidStyle, preReview }: Tender): Summary['tender'] {
  return { qualification, bidStyle, preReview }
}

function windowOf(state: SessionState): Summary['window'] {
  const current = currentWindow(state)
  if (!current) return null
  const open = openWindows(state).find(({ window }) => window === current.name)
  return { ...current, from: open?.from ?? null, warnAt: [...(open?.warnAt ?? [])] }
}

function haltOf(state: SessionState): Summary['halt'] {
  const { lot } = state
  if (lot === 'open') return null
  const why = currentInterruption(state)
  return { lot, by: why && originOf(why) }
}
