import type { Result } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import type { Actor } from './actor.ts'
import type { SessionEvent } from './event.ts'
import type { Rejection } from './rejection.ts'
import type { Rules } from './rules.ts'
import type { BidderState, SessionState } from './state.ts'

/** What a decision may know besides the state: `now` is the server's clock in epoch milliseconds. */
export interface Context {
  readonly now: number
  readonly actor: Actor
  readonly rules: Rules
}

export type Decision = Result<SessionEvent[], Rejection>

/** ISO time `minutes` after `now`. */
export function deadlineAfter(now: number, minutes: number): string {
  return isoTime(now + minutes * 60_000)
}

/** The bidder who acts. */
export function actingBidder(state: SessionState, { actor }: Context): BidderState | undefined {
  return actor.unitCode === null ? undefined : state.bidders[actor.unitCode]
}

export function isPositiveInteger(value: number): boolean {
  return Number.isInteger(value) && value > 0
}

/** Windows longer than a day are typing errors. */
export const longestWindowMinutes = 1440
