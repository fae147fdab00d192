import type { CertificateSignature } from '../session/certificate-signature.ts'
import type { Window } from '../session/window.ts'
import type { SignedAs } from './signer.ts'
import type { Statements } from './statements-schema.ts'

/** The opener's own signature of the record (END-22). */
export interface OpenerSignature extends CertificateSignature {
  readonly unitCode: string
  readonly at: string
  readonly signedAs: SignedAs
  /** Over the record's PDF (REC-2); null by a key that PDF readers do not know. */
  readonly cms: string | null
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
  /** Signatures over the record's PDF that stand in the PDF once it is sealed (REC-2). */
  pdfSignatures: readonly { readonly bidderCode: string; readonly cms: string; readonly at: string }[]
  /** Null until the opener has signed, and in older states. */
  opener: OpenerSignature | null
}
