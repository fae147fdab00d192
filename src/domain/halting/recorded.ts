import type { SessionState } from '../session/state.ts'
import type { Interruption } from './interruption.ts'

/** An interruption as the opening record has it (END-16). */
export interface RecordedInterruption
  extends Pick<Interruption, 'lot' | 'reason' | 'recorder' | 'name' | 'role' | 'at' | 'until'> {
  /** What the trading platform decided about a declared failure; null for everything else. */
  readonly decision: { readonly approved: boolean; readonly reason: string } | null
}

/**
 * The interruptions of the current envelope's round, until signing is ordered; later ones would change what is signed
 * (HLT-8). One without a reason, as the platform may report it, is left out of records that were signed before it was
 * part of them.
 */
export function recordedInterruptions({
  interruptions,
  signing,
  stage,
}: Pick<SessionState, 'interruptions' | 'signing' | 'stage'>): RecordedInterruption[] {
  const hasUnexplained = !signing || signing.statements?.unexplainedHalts === true
  const from = stage.number === 2 ? (stage.firstEndedAt ?? '') : ''
  return interruptions
    .filter(({ reason, at, until }) => {
      const isFixed = !signing || (until !== null && until <= signing.issuedAt)
      return (reason !== '' || hasUnexplained) && at >= from && isFixed
    })
    .map(({ lot, reason, recorder, name, role, at, until, failure }) => {
      const { approved, reason: why } = failure?.decision ?? {}
      const decision = approved === undefined || why === undefined ? null : { approved, reason: why }
      return { lot, reason, recorder, name, role, at, until, decision }
    })
}
