import { roundOfEnvelope } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** The round of the envelope that is asked for (BidStage, StageOrd), of the one dealt with where none is. */
export function roundFor(
  state: SessionState,
  stage: EnvelopeNumber | undefined,
): Result<SessionState, Refusal> {
  const round = roundOfEnvelope(state, stage ?? state.stage.number)
  return round ? ok(round) : refuse('other-envelope')
}
