import type { Result } from '#lib/result.ts'
import type { BidderState } from '../submission/bid-state.ts'
import type { Actor } from './actor.ts'
import type { SessionEvent } from './event.ts'
import type { Rejection } from './rejection.ts'
import type { SessionState } from './state.ts'
import type { Rules } from './variant-rules.ts'

/** The input of a decision besides state and command; `now` is the server's clock in epoch milliseconds. */
export interface Context {
  readonly now: number
  readonly actor: Actor
  readonly rules: Rules
}

export type Decision = Result<SessionEvent[], Rejection>

/** The acting bidder. */
export function actingBidder(state: SessionState, { actor }: Context): BidderState | undefined {
  return actor.unitCode === null ? undefined : state.bidders[actor.unitCode]
}
