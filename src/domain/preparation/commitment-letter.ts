import type { CertificateSignature } from '../session/certificate-signature.ts'

/** A bidder's commitment letter (PRE-13), by the SHA-256 of its PDF. */
export interface CommitmentLetter {
  readonly letterHash: string
  readonly createdAt: string
  readonly signature: (CertificateSignature & { readonly at: string }) | null
  /** When the bidder declined; null again once they have signed. */
  readonly declinedAt: string | null
}

/** The status of a bidder's letter: not opened yet, shown, declined, signed. */
export type LetterStatus = 'none' | 'shown' | 'declined' | 'signed'

export function letterStatus(letter: CommitmentLetter | undefined): LetterStatus {
  if (!letter) return 'none'
  if (letter.signature) return 'signed'
  return letter.declinedAt === null ? 'shown' : 'declined'
}

/** Seconds for which the letter has to be in sight before it can be signed (PRE-14). */
export const letterWaitSeconds = 10
