import type { SessionState } from '#domain/session/state.ts'
import type { DeadlineWarning } from '#domain/session/warnings.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { filesIn, participants, takesPart } from '#domain/submission/bids.ts'
import type { PhraseName } from './phrases.ts'

interface WarningRow {
  readonly left: PhraseName
  /** Said to those who have to act. */
  readonly hurry: PhraseName
  readonly forWhat: string
  readonly request: string
  /** Whether a bidder has done what the window is for, or has nothing to do. */
  isDone(own: BidderState, state: SessionState): boolean
}

/** How a window that is about to end is said. */
export const warningTable: Readonly<Record<DeadlineWarning['window'], WarningRow>> = {
  decryption: {
    left: 'decryptionLeft',
    hurry: 'hurryDecrypt',
    forWhat: 'for decryption',
    request: 'please decrypt your bid',
    isDone: (own, state) =>
      !takesPart(state, own) ||
      filesIn(state, own).every(({ file }) => file.status !== 'sealed' && file.status !== 'refused'),
  },
  confirmation: {
    left: 'confirmationLeft',
    hurry: 'hurryConfirm',
    forWhat: 'for the confirmation of the overview',
    request: 'please confirm',
    isDone: (own, state) => !takesPart(state, own) || own.confirmed !== 'no',
  },
  signing: {
    left: 'signingLeft',
    hurry: 'hurrySign',
    forWhat: 'for signing',
    request: 'please sign',
    isDone: (own, state) => !takesPart(state, own) || own.signature !== null,
  },
}

/**
 * Whether a window's clock presses nobody who looks: a bidder (`own`) who has done their part, or, to all others, once
 * every bidder has confirmed or signed. Decryption is over only when every file is open.
 */
export function isSettled(
  window: DeadlineWarning['window'],
  state: SessionState,
  own: BidderState | null,
): boolean {
  const { isDone } = warningTable[window]
  if (own) return isDone(own, state)
  if (window === 'decryption') return false
  const all = participants(state)
  return all.length > 0 && all.every((bidder) => isDone(bidder, state))
}
