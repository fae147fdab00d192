import { roundOfEnvelope } from '#domain/ending/record.ts'
import { isTableWithheld } from '#domain/evaluation/overview-later.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Variant } from '#variants/schema.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** The round of the envelope that BidStage or StageOrd names; without it the current one (REST-4). */
export function roundFor(
  state: SessionState,
  stage: EnvelopeNumber | undefined,
): Result<SessionState, Refusal> {
  const round = roundOfEnvelope(state, stage ?? state.stage.number)
  return round ? ok(round) : refuse('other-envelope')
}

interface Asking {
  readonly session: { readonly state: SessionState }
  readonly login: { readonly actor: Actor }
}

/** The same for a table of figures, which a bidder may have to look at later (EVA-2). */
export function shownRoundFor(
  { session: { state }, login: { actor } }: Asking,
  stage: EnvelopeNumber | undefined,
  { laterSteps }: Pick<Variant, 'laterSteps'>,
): Result<SessionState, Refusal> {
  const isWithheld = isTableWithheld(state, actor.role, stage ?? state.stage.number, laterSteps)
  return isWithheld ? refuse('overview-later') : roundFor(state, stage)
}
