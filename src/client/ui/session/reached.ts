import type { Role } from '#domain/session/actor.ts'
import { flow, type Step } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Whether the session has got to a step, so that it may be looked at: step 1 always, and whatever lies behind. */
export function isReached(step: Step, state: SessionState, role: Role | null): boolean {
  switch (step) {
    case 'preparation':
      return true
    case 'opening':
      // A bidder must see first that the decryption time is set (S0 §4).
      return role === 'bidder' ? isDecrypting(state) : state.flow >= flow.opening
    case 'announcement':
      return state.flow >= flow.announcement
    case 'end':
      return state.flow >= flow.end
  }
}

/** Whether the opening of bid files has begun, by command or, without encryption, by itself. */
export function isDecrypting(state: SessionState): boolean {
  return state.decryption !== null || state.flow >= flow.announcementLowest
}
