import { roundOfEnvelope } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** The round of the envelope that BidStage or StageOrd names; without it the current one (REST-4). */
export function roundFor(
  state: SessionState,
  stage: EnvelopeNumber | undefined,
): Result<SessionState, Refusal> {
  const round = roundOfEnvelope(state, stage ?? state.stage.number)
  return round ? ok(round) : refuse('other-envelope')
}
