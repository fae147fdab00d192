import type { SessionState } from '../session/state.ts'

/**
 * Whether bidders are to look at the overview later, where the region shows it after the evaluation (EVA-2). While
 * they are asked to confirm it they read it: nobody confirms what they cannot see.
 */
export function isOverviewLater({
  confirmation,
  evaluationStatus,
}: Pick<SessionState, 'confirmation' | 'evaluationStatus'>): boolean {
  const isAsked = confirmation !== null && !confirmation.closed
  return !isAsked && evaluationStatus !== 'evaluated'
}
