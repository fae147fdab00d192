import type { Window } from '../session/window.ts'
import type { RecordSignature } from '../submission/bid-state.ts'
import type { Statements } from './statements-schema.ts'

/** The opener's own signature of the record (END-22). */
export interface OpenerSignature extends RecordSignature {
  readonly unitCode: string
}

/** The window in which bidders sign the record. */
export interface SigningState extends Window {
  readonly recordHash: string
  /** What the record has of the bidders' statements (END-28); null in logs of before. */
  readonly statements: Statements | null
  /** When signing was extended last. */
  extendedAt: string | null
  confirmed: boolean
  unsigned: readonly string[]
  /** Null until the opener has signed, and in older states. */
  opener: OpenerSignature | null
}
