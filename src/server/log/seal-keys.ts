import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { NewSession } from './session-log-reader.ts'

type SealKeys = Pick<NewSession, 'sealIdentity' | 'sealRecipient' | 'second'>

/** The pair that an envelope's files are sealed to; of a section that has but one it is the same for both. */
export function sealKeyOf(
  keys: SealKeys,
  envelope: EnvelopeNumber,
): Pick<SealKeys, 'sealIdentity' | 'sealRecipient'> {
  return (envelope === 2 && keys.second) || keys
}

/** The key that opens an envelope's files; null for the second's before it has been called. */
export function sealIdentityOf(
  keys: SealKeys,
  envelope: EnvelopeNumber,
  { stage }: Pick<SessionState, 'stage'>,
): string | null {
  return envelope > stage.number ? null : sealKeyOf(keys, envelope).sealIdentity
}
