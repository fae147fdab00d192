import type { CertificateSignature } from '../session/certificate-signature.ts'
import type { LotStatus } from '../session/lot.ts'

/** A time in which the lot is halted, with its reason: paused, stopped, or its failure pending or approved (HLT-8). */
export interface Interruption {
  readonly lot: Exclude<LotStatus, 'open'>
  /** Empty where the trading platform gave none. */
  readonly reason: string
  /** Empty where the trading platform set the status. */
  readonly recorder: string
  /** Who it came from; the name is empty for the trading platform. */
  readonly name: string
  readonly role: string
  readonly at: string
  /** When it ended; null while it lasts. */
  readonly until: string | null
  /** The failure that was declared in the hall; null for everything else. */
  readonly failure: DeclaredFailure | null
}

/** A declared failure and what the trading platform decided about it (HLT-7). */
export interface DeclaredFailure {
  /** Who signs for the agency; empty where nobody was asked to sign (HLT-6). */
  readonly agent: string
  readonly signature: CertificateSignature | null
  /** The lot status that a refusal restores. */
  readonly over: LotStatus
  readonly decision: { readonly approved: boolean; readonly reason: string; readonly at: string } | null
}

interface HasInterruptions {
  readonly lot: LotStatus
  readonly interruptions: readonly Interruption[]
}

/** Why the lot is halted, and by whom; null while it is open, and where the log does not say. */
export function currentInterruption({ lot, interruptions }: HasInterruptions): Interruption | null {
  return lot === 'open' ? null : (interruptions.findLast(({ until }) => until === null) ?? null)
}

/** Who halts the lot, since when and why. A declared failure is the trading platform's once it has approved it (HLT-7). */
export function originOf({
  name,
  role,
  at,
  reason,
  failure,
}: Interruption): Pick<Interruption, 'name' | 'role' | 'at' | 'reason'> {
  const decision = failure?.decision
  return decision ? { name: '', role: 'platform', at: decision.at, reason } : { name, role, at, reason }
}

/** The last failure that was declared in the hall, decided or not; null where there is none. */
export function lastDeclaredFailure({
  interruptions,
}: HasInterruptions): (Interruption & { readonly failure: DeclaredFailure }) | null {
  const last = interruptions.findLast(({ failure }) => failure !== null)
  return last?.failure ? { ...last, failure: last.failure } : null
}

/** The failures of the lot, in order: those declared in the hall, and one that the trading platform set (HLT-11). */
export function failuresOf({ interruptions }: Pick<HasInterruptions, 'interruptions'>): Interruption[] {
  return interruptions.filter(({ lot, failure }) => lot === 'failed' || failure !== null)
}

/** Whether a declared failure waits for the trading platform's decision. */
export function awaitsDecision(state: HasInterruptions): boolean {
  return currentInterruption(state)?.failure?.decision === null
}
