import type { Window } from '../session/window.ts'

/** The longest reason for ending the confirmation early. */
export const confirmationReasonLength = 200

/** The window in which bidders confirm the overview. */
export interface ConfirmationState extends Window {
  /** The hash that is confirmed: the table cannot change any more. Null in earlier logs, which do not say it. */
  readonly overviewHash: string | null
  /** That the opener ended it before its deadline; null or left out where they did not (END-20). */
  ended?: { readonly at: string; readonly reason: string } | null
  /** Codes of those whom the log names as not having confirmed; left out until it is closed with such names (END-4). */
  unconfirmed?: readonly string[]
}
