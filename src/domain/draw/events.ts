import { z } from 'zod'
import { emptyRecord } from '#lib/bare-record.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { Role } from '../session/actor.ts'
import { type Audience, everybody } from '../session/audience.ts'
import { eventRow, type SeenEvent } from '../session/event-row.ts'
import type { SessionState } from '../session/state.ts'
import { seesWithholders } from '../session/viewer.ts'
import {
  type DrawState,
  drawPartSchema,
  drawResultSchema,
  runningDraw,
  withholderSchema,
} from './draw-state.ts'
import { drawKindNames } from './kinds.ts'

/** The attempt, from 1; a void attempt is declared again. */
const attempt = { drawId: z.string(), attempt: z.number().int() }

/** `bidderCode`: repeated here so that redaction needs no state; null for staff. */
const contribution = { ...attempt, bidderCode: z.string().nullable() }

/* The folds ignore events that belong to no running attempt. */

export const drawEvents = {
  /** `serverCommitment` binds the server to its value. */
  DrawDeclared: eventRow({
    version: 1,
    payload: z.strictObject({
      ...attempt,
      kind: z.enum(drawKindNames),
      subject: z.string(),
      parts: z.array(drawPartSchema).readonly(),
      rule: z.string(),
      serverCommitment: z.string(),
      joinBy: z.string(),
    }),
    // The server's value, kept here so that it survives a restart; public once the draw is decided.
    private: z.strictObject({ secret: z.string() }),
    fold(draft, event) {
      const { drawId, ...declared } = event.payload
      const before = draft.draws[drawId]
      if (!before) draft.drawOrder.push(drawId)
      draft.draws[drawId] = {
        id: drawId,
        ...declared,
        declaredAt: event.at,
        declaredHash: event.hash,
        secret: event.private.secret?.value ?? null,
        revealBy: null,
        phase: 'joining',
        joined: emptyRecord(),
        contributors: [],
        leftOut: before?.leftOut ?? [],
        voided: before?.voided ?? [],
        outcome: null,
      }
    },
    writes: ['draws', 'drawOrder'],
    seenBy: everybody,
  }),

  DrawJoined: eventRow({
    version: 1,
    payload: z.strictObject({ ...contribution, commitment: z.string() }),
    fold(draft, event) {
      const { bidderCode, commitment } = event.payload
      const draw = attemptOf(draft, event.payload)
      if (!draw) return
      const role = event.role as Role
      draw.joined[bidderCode ?? event.actor] = { role, commitment, value: null, revealedAt: null }
    },
    writes: ['draws'],
    seenBy: whoSeesContribution,
  }),

  /** `contributors`: their commitments in order of actor. */
  DrawJoiningClosed: eventRow({
    version: 1,
    payload: z.strictObject({ ...attempt, contributors: z.array(z.string()), revealBy: z.string() }),
    fold(draft, { payload }) {
      const draw = attemptOf(draft, payload)
      if (!draw) return
      draw.phase = 'revealing'
      draw.contributors = payload.contributors
      draw.revealBy = payload.revealBy
    },
    writes: ['draws'],
    seenBy: everybody,
  }),

  DrawRevealed: eventRow({
    version: 1,
    payload: z.strictObject({ ...contribution, value: z.string() }),
    fold(draft, event) {
      const draw = attemptOf(draft, event.payload)
      const key = event.payload.bidderCode ?? event.actor
      const joined = draw?.joined[key]
      if (joined) draw.joined[key] = { ...joined, value: event.payload.value, revealedAt: event.at }
    },
    writes: ['draws'],
    seenBy: whoSeesContribution,
  }),

  /** `values`: the server's first, then those of the contributors in the order of `DrawJoiningClosed`. */
  DrawDecided: eventRow({
    version: 1,
    payload: z.strictObject({
      ...attempt,
      seed: z.string(),
      values: z.array(z.string()),
      results: z.array(drawResultSchema).readonly(),
    }),
    fold(draft, { payload, at }) {
      const draw = attemptOf(draft, payload)
      if (!draw) return
      const { seed, values, results } = payload
      draw.phase = 'decided'
      draw.outcome = { seed, values, results, at }
    },
    writes: ['draws'],
    seenBy: everybody,
  }),

  /** `withheld`: commitments that were not revealed in time. */
  DrawVoided: eventRow({
    version: 1,
    payload: z.strictObject({
      ...attempt,
      cause: z.enum(['withheld', 'nobody']),
      withheld: z.array(z.string()),
    }),
    private: z.strictObject({ who: z.array(withholderSchema).readonly() }),
    fold(draft, event) {
      const draw = attemptOf(draft, event.payload)
      if (!draw) return
      const { attempt, cause, withheld } = event.payload
      const who = event.private.who?.value ?? []
      draw.phase = 'void'
      draw.voided = [...draw.voided, { attempt, cause, withheld, who, at: event.at }]
      draw.leftOut = [...draw.leftOut, ...contributorsOf(draw, withheld)]
    },
    writes: ['draws'],
    seenBy: everybody,
    privateSeenBy: seesWithholders,
  }),
} as const

/** All viewers get the commitments when joining is closed and the values with the result, both without names. */
function whoSeesContribution({ role, payload }: SeenEvent<{ readonly bidderCode: string | null }>): Audience {
  const others = role === 'bidder' ? 'staff and supervisor' : 'everybody'
  return { who: role === 'supervisor' ? 'who sees the supervisor' : others, unit: payload.bidderCode }
}

function attemptOf(
  draft: SessionState,
  { drawId, attempt }: { readonly drawId: string; readonly attempt: number },
): DrawState | undefined {
  const draw = draft.draws[drawId]
  return draw?.attempt === attempt ? draw : undefined
}

function contributorsOf({ joined }: DrawState, commitments: readonly string[]): DrawState['leftOut'] {
  return Object.keys(joined)
    .sort()
    .flatMap((key) => {
      const made = joined[key]
      return made && commitments.includes(made.commitment) ? [{ key, role: made.role }] : []
    })
}

/** Moves the deadlines of a running draw by the time in which the lot was halted (SES-10). */
export function postponeDraw(draft: SessionState, haltedAt: string, milliseconds: number): void {
  const draw = runningDraw(draft)
  if (!draw) return
  const later = (deadline: string) => {
    const at = epochOf(deadline) + milliseconds
    return deadline > haltedAt && Number.isFinite(at) ? isoTime(at) : deadline
  }
  draw.joinBy = later(draw.joinBy)
  if (draw.revealBy !== null) draw.revealBy = later(draw.revealBy)
}
