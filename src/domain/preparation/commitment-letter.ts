import type { CommitmentLetter } from '../session/state.ts'

/** How a bidder's commitment letter stands: not opened yet, shown to them, not agreed to, signed. */
export type LetterStatus = 'none' | 'shown' | 'declined' | 'signed'

export function letterStatus(letter: CommitmentLetter | undefined): LetterStatus {
  if (!letter) return 'none'
  if (letter.signature) return 'signed'
  return letter.declinedAt === null ? 'shown' : 'declined'
}

/** Seconds for which the letter has to be in sight before it can be signed (S1 §2, §9). */
export const letterWaitSeconds = 10
