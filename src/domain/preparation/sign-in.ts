import type { SessionState } from '../session/state.ts'
import { biddersOf, submittedAt } from '../submission/bids.ts'

/** One line of the sign-in sheet (TAB-2); null where it has not happened. */
export interface SignInRow {
  readonly index: number
  readonly bidderCode: string
  readonly bidderName: string
  readonly submittedAt: string | null
  /** When the bidder first entered the section. */
  readonly enteredAt: string | null
  readonly letterSignedAt: string | null
}

/** The sign-in sheet, in order of enrolment: of all bidders, or of the one with this code. */
export function signInRows(state: SessionState, ownCode: string | null): SignInRow[] {
  return biddersOf(state)
    .filter(({ code }) => ownCode === null || code === ownCode)
    .map((bidder, position) => ({
      index: position + 1,
      bidderCode: bidder.code,
      bidderName: bidder.name,
      submittedAt: submittedAt(bidder),
      enteredAt: bidder.enteredAt,
      letterSignedAt: state.letters[bidder.code]?.signature?.at ?? null,
    }))
}
