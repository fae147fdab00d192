import { epochOf } from '#lib/time.ts'
import { readsOnAt } from '../announcement/reading.ts'
import { runningDraw } from '../draw/draw-state.ts'
import { shortestJoining } from '../draw/phase-lengths.ts'
import { letterWaitSeconds } from '../preparation/commitment-letter.ts'
import type { Context } from './context.ts'
import { entryOpensAt } from './entry-opens.ts'
import type { SessionState } from './state.ts'
import { windowNames } from './window.ts'

/** By how many milliseconds a command could have come earlier or later with the same outcome. */
export interface Leeway {
  /** Inclusive. */
  readonly earlier: number
  /** Exclusive. */
  readonly later: number
}

export const anyTime: Leeway = { earlier: Number.POSITIVE_INFINITY, later: Number.POSITIVE_INFINITY }

/**
 * Between which times, as distances from `now`, an actor's commands have the outcome that they have at `now`, whatever
 * the command: the nearest of all times at which this state decides otherwise by itself (DBC-2). The pace of messages
 * (PST-3) is not among them.
 */
export function leewayAt(state: SessionState, { now, actor, rules }: Context): Leeway {
  let earlier = Number.POSITIVE_INFINITY
  let later = Number.POSITIVE_INFINITY
  function take(time: number): void {
    if (time <= now) earlier = Math.min(earlier, now - time)
    else later = Math.min(later, time - now)
  }
  if (state.tender) {
    const { opensAt } = state.tender
    take(epochOf(opensAt))
    if (rules.entryLeadMinutes > 0) take(entryOpensAt(opensAt, rules.entryLeadMinutes))
  }
  for (const name of windowNames) {
    const window = state[name]
    if (window?.deadline && !window.closed) take(epochOf(window.deadline))
  }
  const draw = runningDraw(state)
  if (draw) {
    take(epochOf(draw.declaredAt) + shortestJoining)
    take(epochOf(draw.joinBy))
    if (draw.revealBy !== null) take(epochOf(draw.revealBy))
  }
  const readsOn = readsOnAt(state)
  if (readsOn !== null) take(readsOn)
  const letter = actor.unitCode === null ? undefined : state.letters[actor.unitCode]
  if (letter) take(epochOf(letter.createdAt) + letterWaitSeconds * 1000)
  return { earlier, later }
}
