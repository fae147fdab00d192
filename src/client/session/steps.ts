import type { Role } from '#domain/session/actor.ts'
import { flow, type Step } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Whether the session has reached a step, so that its screen may be shown; step 1 always. */
export function isStepReached(step: Step, state: SessionState, role: Role | null): boolean {
  switch (step) {
    case 'preparation':
      return true
    case 'opening':
      // For bidders the opening begins with the decryption command (SHL-4).
      return role === 'bidder' ? hasDecryptionBegun(state) : state.flow >= flow.opening
    case 'announcement':
      return state.flow >= flow.announcement
    case 'end':
      return state.flow >= flow.end
  }
}

/** Whether the opening of bid files has begun: by command or, without encryption, by itself. */
export function hasDecryptionBegun(state: SessionState): boolean {
  return state.decryption !== null || state.flow >= flow.announcementLowest
}
