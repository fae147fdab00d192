import { isTableWithheld } from '../evaluation/overview-later.ts'
import { flow } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'

/**
 * Whether bidders see the payment status of every deposit (DEP-5). It is a part of the overview of step 4, and so of its
 * reports: the hall gives them with the first envelope's overview, never before it.
 */
export function areStatusesPublic(
  state: SessionState,
  laterSteps: { readonly overviewAfterEvaluation: boolean },
): boolean {
  if (state.stage.number === 2) return true
  return state.flow >= flow.end && !isTableWithheld(state, 'bidder', 1, laterSteps)
}
