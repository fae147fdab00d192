import type { SigningWay } from '../ending/signer.ts'
import type { MessageSender } from '../messages/message.ts'
import type { ObjectionsUntil } from '../objections/closed.ts'
import type { ContactRule } from '../preparation/site-staff.ts'
import type { Role } from './actor.ts'

/** The values that the rules take from the regional variant. */
export interface Rules {
  /** Minutes before the opening time when the session may be entered: 0, 30 or 60 (PRE-1). */
  readonly entryLeadMinutes: number
  /** decodeTimeLimit: the least decryption time limit in minutes (DEC-2). */
  readonly minimumDecryptionMinutes: number
  readonly defaultDecryptionMinutes: number
  /** With fewer bids an abandonment notice is due (PRE-3). */
  readonly minimumBidders: number
  /** Whether step 2 is refused with too few bids (PRE-3). */
  readonly refuseTooFewBidders: boolean
  /** Whether step 2 needs person info (PRE-4). */
  readonly personInfoRequired: boolean
  /** Whether person info is entered anew for the second envelope (PRE-18). */
  readonly personInfoPerEnvelope: boolean
  /** Whether step 2 needs a row of agency staff (PRE-4). */
  readonly workersRequired: boolean
  /** Whether site staff can be imported from other sections of the same agency (PRE-11). */
  readonly personnelFromOtherSections: boolean
  /** The numbers that are contacts of site staff (PRE-9). */
  readonly contacts: ContactRule
  /** Until when bidders raise objections and the opener replies (OBJ-1). */
  readonly objectionsUntil: ObjectionsUntil
  /** Who may write messages to the opener, besides objections (PST-1). */
  readonly messagesFrom: readonly MessageSender[]
  /** Whether bidders are asked to sign a commitment letter (PRE-13). */
  readonly commitmentLetter: boolean
  /** The objection inquiry (INQ-1, INQ-3, INQ-10): its length, when it is warned of, and who is asked. */
  readonly objectionInquiry: {
    readonly minutes: number
    readonly warningMilliseconds: number
    readonly invitedOnly: boolean
  }
  /** Whether the end needs the calculated base price to be saved (BAS-7). */
  readonly basePriceMustBeSaved: boolean
  /** Overview confirmation: the proposed minutes (END-2); whether unconfirmed rows are confirmed on expiry (END-4). */
  readonly defaultConfirmationMinutes: number
  readonly autoConfirm: boolean
  /** Electronic signing: the proposed minutes (END-6). */
  readonly defaultSigningMinutes: number
  /** The ways of signing that are offered (END-24). */
  readonly signingWays: readonly SigningWay[]
  readonly remarksRequired: boolean
  /** kbFlowStatus as others read it once an envelope or the opening has ended (SES-2). */
  readonly flowAfterEnd: 40 | 45
  /** Whether figures become public on entering step 3, or each bid's as it is read (ANN-11). */
  readonly announcementRows: 'at-once' | 'as-read'
  /** Whether an opening can be stopped (HLT-2). */
  readonly stopAllowed: boolean
  /** The greatest length of the reason of a failure (HLT-4). */
  readonly failureReasonLength: number
  /** The project kinds (gclx) whose failure the agency signs (HLT-6). */
  readonly failureSignedFor: readonly number[]
  /** Roles that do not see the supervisor (SES-13). */
  readonly supervisorHiddenFrom: readonly Role[]
}
