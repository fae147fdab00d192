import type { Role } from './actor.ts'

/** What the opening's rules take from the regional variant; the variant's file decides every value. */
export interface Rules {
  /** Minutes before the opening time when the session may be entered: 0, 30 or 60 (PRE-1). */
  readonly entryLeadMinutes: number
  /** decodeTimeLimit: the least decryption time limit in minutes (DEC-2). */
  readonly minimumDecryptionMinutes: number
  readonly defaultDecryptionMinutes: number
  /** With fewer submitted bids an abandonment notice is due (PRE-3). */
  readonly minimumBidders: number
  /** Too few bids also refuse the entry to step 2. */
  readonly refuseTooFewBidders: boolean
  /** Person info must be filled before step 2 (PRE-4). */
  readonly personInfoRequired: boolean
  /** Somebody of the agency's staff must stand in the on-site personnel before step 2 (PRE-4). */
  readonly workersRequired: boolean
  /** On-site personnel can be fetched from other sections of the same agency (PRE-11). */
  readonly personnelFromOtherSections: boolean
  /** Bidders are asked to sign a commitment letter (PRE-13). */
  readonly commitmentLetter: boolean
  /** Overview confirmation: the proposed minutes (END-2); whether unconfirmed rows are confirmed on expiry (END-4). */
  readonly defaultConfirmationMinutes: number
  readonly autoConfirm: boolean
  /** Electronic signing: the proposed minutes (END-6). */
  readonly defaultSigningMinutes: number
  readonly remarksRequired: boolean
  /** Roles that are not told who supervises (SES-13). */
  readonly supervisorHiddenFrom: readonly Role[]
}
