import { emptyRecord } from '#lib/bare-record.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { Role } from '../session/actor.ts'
import type { SaltedEvent } from '../session/event.ts'
import type { SessionState } from '../session/state.ts'
import { type DrawState, runningDraw } from './draw-state.ts'

type DrawEvent = Extract<
  SaltedEvent,
  {
    type: 'DrawDeclared' | 'DrawJoined' | 'DrawJoiningClosed' | 'DrawRevealed' | 'DrawDecided' | 'DrawVoided'
  }
>

/** Folds what happens in draws; what belongs to no attempt that is under way is ignored. */
export function evolveDraw(draft: SessionState, event: DrawEvent): void {
  if (event.type === 'DrawDeclared') {
    declare(draft, event)
    return
  }
  const draw = draft.draws[event.payload.drawId]
  if (!draw || draw.attempt !== event.payload.attempt) return
  switch (event.type) {
    case 'DrawJoined': {
      const { bidderCode, commitment } = event.payload
      const role = event.role as Role
      draw.joined[bidderCode ?? event.actor] = { role, commitment, value: null, revealedAt: null }
      return
    }
    case 'DrawJoiningClosed':
      draw.phase = 'revealing'
      draw.contributors = event.payload.contributors
      draw.revealBy = event.payload.revealBy
      return
    case 'DrawRevealed': {
      const key = event.payload.bidderCode ?? event.actor
      const joined = draw.joined[key]
      if (joined) draw.joined[key] = { ...joined, value: event.payload.value, revealedAt: event.at }
      return
    }
    case 'DrawDecided': {
      const { seed, values, results } = event.payload
      draw.phase = 'decided'
      draw.outcome = { seed, values, results, at: event.at }
      return
    }
    case 'DrawVoided': {
      const { attempt, cause, withheld } = event.payload
      const who = event.private.who?.value ?? []
      draw.phase = 'void'
      draw.voided = [...draw.voided, { attempt, cause, withheld, who, at: event.at }]
      draw.leftOut = [...draw.leftOut, ...whoOf(draw, withheld)]
      return
    }
  }
}

function declare(draft: SessionState, event: Extract<DrawEvent, { type: 'DrawDeclared' }>): void {
  const { drawId, kind, subject, parts, rule, attempt, serverCommitment, joinBy } = event.payload
  const before = draft.draws[drawId]
  if (!before) draft.drawOrder.push(drawId)
  draft.draws[drawId] = {
    ...{ id: drawId, kind, subject, parts, rule, attempt, serverCommitment, joinBy },
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
}

/** While a lot was halted a draw's time stood still: what it had left is given back. */
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

function whoOf({ joined }: DrawState, commitments: readonly string[]): DrawState['leftOut'] {
  return Object.keys(joined)
    .sort()
    .flatMap((key) => {
      const contribution = joined[key]
      return contribution && commitments.includes(contribution.commitment)
        ? [{ key, role: contribution.role }]
        : []
    })
}
