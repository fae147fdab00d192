import type { Role } from '../session/actor.ts'
import { flow } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'
import type { EnvelopeNumber } from '../submission/bid-file.ts'

interface LaterSteps {
  readonly overviewAfterEvaluation: boolean
}

type Evaluated = Pick<SessionState, 'confirmation' | 'evaluationStatus' | 'stage' | 'flow'>

/**
 * Whether bidders are to look at an envelope's overview later, where the region shows it after the evaluation (EVA-2).
 * While they are asked to confirm it they read it: nobody confirms what they cannot see. The second envelope begins
 * after the evaluation of the first.
 */
export function isOverviewLater(
  { confirmation, evaluationStatus, stage }: Evaluated,
  envelope: EnvelopeNumber,
): boolean {
  if (envelope < stage.number) return false
  const isAsked = confirmation !== null && !confirmation.closed
  return !isAsked && evaluationStatus !== 'evaluated'
}

/**
 * Whether the tables of an envelope's figures (overview, base price, unit prices) are withheld from a bidder (EVA-2):
 * from the end step on; step three shows them.
 */
export function isTableWithheld(
  state: Evaluated,
  role: Role | null,
  envelope: EnvelopeNumber,
  { overviewAfterEvaluation }: LaterSteps,
): boolean {
  if (!overviewAfterEvaluation || role !== 'bidder') return false
  return state.flow >= flow.end && isOverviewLater(state, envelope)
}

/** Whether the opening record is withheld from a bidder as well (EVA-2): until they are asked to sign it. */
export function isRecordWithheld(
  state: Evaluated & Pick<SessionState, 'signing'>,
  role: Role | null,
  envelope: EnvelopeNumber,
  laterSteps: LaterSteps,
): boolean {
  return state.signing === null && isTableWithheld(state, role, envelope, laterSteps)
}
