import type { Role } from './actor.ts'

/** What the opening's rules take from the regional variant; the variant's file decides every value. */
export interface Rules {
  /** Minutes before the opening time when the session may be entered (S0 §4: 0, 30 or 60). */
  readonly entryLeadMinutes: number
  /** decodeTimeLimit: the least decryption time limit in minutes (S0 §5). */
  readonly minimumDecryptionMinutes: number
  readonly defaultDecryptionMinutes: number
  /** With fewer submitted bids an abandonment notice is due (S0 §4). */
  readonly minimumBidders: number
  /** Too few bids also refuse the entry to step 2. */
  readonly refuseTooFewBidders: boolean
  /** Person info must be filled before step 2 (S0 §4). */
  readonly personInfoRequired: boolean
  /** Somebody of the agency's staff must stand in the on-site personnel before step 2 (S0 §4, S1 §4). */
  readonly workersRequired: boolean
  /** S1 §2: on-site personnel can be fetched from other sections of the same agency. */
  readonly personnelFromOtherSections: boolean
  /** S1 §2: bidders are asked to sign a commitment letter. */
  readonly commitmentLetter: boolean
  /** Overview confirmation (S1 §4): default 10 minutes; unconfirmed rows are confirmed on expiry. */
  readonly defaultConfirmationMinutes: number
  readonly autoConfirm: boolean
  /** Electronic signing (S1 §4): default 15 minutes. */
  readonly defaultSigningMinutes: number
  readonly remarksRequired: boolean
  /** Roles that are not told who supervises (S0 §6 "types 4 and 5"). */
  readonly supervisorHiddenFrom: readonly Role[]
}
