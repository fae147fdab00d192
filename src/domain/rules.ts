import type { Role } from './actor.ts'

/** What the opening's rules take from the regional variant; the variant's file decides every value. */
export interface Rules {
  /** Minutes before the opening time when the session may be entered (S0 §4: 0, 30 or 60). */
  readonly entryLeadMinutes: number
  /** decodeTimeLimit: the least decryption time limit in minutes (S0 §5). */
  readonly minimumDecryptionMinutes: number
  readonly defaultDecryptionMinutes: number
  /** Fewer submitted bids than this refuse the entry to step 2 where `refuseTooFewBidders` (S0 §4). */
  readonly minimumBidders: number
  readonly refuseTooFewBidders: boolean
  /** Person info must be filled before step 2 (S0 §4). */
  readonly personInfoRequired: boolean
  /** Overview confirmation (S1 §4): default 10 minutes; unconfirmed rows are confirmed on expiry. */
  readonly defaultConfirmationMinutes: number
  readonly autoConfirm: boolean
  /** Electronic signing (S1 §4): default 15 minutes. */
  readonly defaultSigningMinutes: number
  readonly remarksRequired: boolean
  readonly supervisorHiddenFrom: readonly Role[]
}
