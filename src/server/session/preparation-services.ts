import type { Actor } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import type { SignCodes } from '../auth/sign-codes.ts'
import type { TrustStore } from '../auth/trust-store.ts'
import type { Attachments } from '../objections/attachments.ts'
import type { FreezeRecord } from '../reports/freeze-record.ts'

/** The services available while a command is prepared. */
export interface PreparationServices {
  readonly rules: Rules
  readonly trust: Pick<TrustStore, 'check' | 'checkEnrolled'>
  readonly attachments: Pick<Attachments, 'claim'>
  /** Codes that a phone scanned to sign (END-25). */
  readonly signCodes: SignCodes
  /** Makes and stores the PDF of the record that is to be signed (REC-1). */
  readonly freezeRecord: FreezeRecord
  /** Another section's state; null for an unknown one. */
  sectionState(sessionId: string): Promise<SessionState | null>
}

export interface PreparationContext {
  readonly sessionId: string
  readonly actor: Actor
  readonly address: string
  readonly now: number
  readonly state: SessionState
}
