import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { NewSession } from './session-log-reader.ts'

type SealKeys = Pick<NewSession, 'sealIdentity' | 'sealRecipient' | 'second'>

/** The key pair that an envelope's files are sealed to; a section with one pair uses it for both envelopes. */
export function sealKeyOf(
  keys: SealKeys,
  envelope: EnvelopeNumber,
): Pick<SealKeys, 'sealIdentity' | 'sealRecipient'> {
  return (envelope === 2 && keys.second) || keys
}

/** The key that opens an envelope's files; null for the second envelope until it is called. */
export function sealIdentityOf(
  keys: SealKeys,
  envelope: EnvelopeNumber,
  { stage }: Pick<SessionState, 'stage'>,
): string | null {
  return envelope > stage.number ? null : sealKeyOf(keys, envelope).sealIdentity
}
