import type { RowCheck } from '../announcement/announcement-state.ts'
import type {
  BidFailureKind,
  DecryptionMethod,
  FailureCause,
  OpeningFailure,
  OpeningMethod,
} from '../decryption/outcome.ts'
import type { DepositEdit } from '../deposits/deposit-edit.ts'
import type { SignatureProof, SignedAs } from '../ending/signer.ts'
import type { SignedBy } from '../session/certificate-signature.ts'
import type { LineRecord } from '../session/window-health.ts'
import type { BidFileKind } from './bid-file.ts'
import type { Figures } from './figures.ts'

/** The status of a sealed file; `left-out`: of an incomplete bid, never opened. */
export type FileState =
  | { readonly status: 'none' }
  | { readonly status: 'sealed' }
  | { readonly status: 'left-out' }
  | { readonly status: 'refused'; readonly cause: OpeningFailure; readonly at: string }
  /** The key was handed over or the import begun by the entry `seq`; the file is being opened or is queued. */
  | {
      readonly status: 'opening'
      readonly method: OpeningMethod
      readonly at: string
      readonly seq: number
    }
  | { readonly status: 'decrypted'; readonly method: OpeningMethod; readonly at: string }
  | {
      readonly status: 'imported'
      readonly method: OpeningMethod
      readonly at: string
      readonly documentCount: number
    }
  | {
      readonly status: 'failed'
      readonly kind: BidFailureKind
      readonly cause: FailureCause
      readonly at: string
    }

export interface Submission {
  readonly fileId: string
  readonly fileName: string
  readonly ciphertextHash: string
  readonly contentCommitment: string
  readonly at: string
  /** The signed manifest; null for a viewer to whom the submission itself is hidden. */
  readonly manifest: string | null
}

/** A file that a bidder submitted. */
export interface BidFileState {
  readonly kind: BidFileKind
  readonly submission: Submission
  file: FileState
  /** How many files of this kind the bidder has submitted; null for a viewer to whom the submission itself is hidden. */
  readonly submissions: number | null
  /** How its key was last handed over; null where none was, and without bid encryption. */
  method: DecryptionMethod | null
  /** Figures from the opened file; only the server has them before the announcement. */
  opened: Figures | null
  /** Only the server has it. */
  fileIdentity: string | null
}

/** A signature of the record. */
export interface RecordSignature extends SignedBy {
  readonly at: string
  readonly signedAs: SignedAs
  /** Of a bidder's signature only the server has it; `isOpen`: everybody, in logs of before. */
  proof: (SignatureProof & { readonly isOpen?: true }) | null
}

/** What the round of one envelope says about a bidder. */
export interface BidderRound {
  /** The figures of this envelope's files, public from the announcement on. */
  figures: Figures | null
  invalid: { readonly note: string } | null
  confirmed: 'no' | 'bidder' | 'time-out'
  confirmation: SignedBy | null
  signature: RecordSignature | null
  remark: string
  /** The record of the bidder's line in the decryption window, where a file of theirs had no key at its end. */
  line: LineRecord | null
  /** What they say of their announced row; null for a viewer who may not see it. */
  rowCheck: RowCheck | null
}

/** Where a bidder works from, as far as known; only the server sees it. */
export interface Origin {
  /** Network addresses from which the section was entered and the bid submitted. */
  readonly entered: string | null
  readonly submitted: string | null
  /** Serial of the machine the bid was made on. */
  readonly hardwareSerial: string | null
}

/** A bidder with the current envelope's round. */
export interface BidderState extends BidderRound {
  readonly code: string
  readonly name: string
  /** PEM; null for a viewer who did not see the enrolment. */
  certificate: string | null
  entered: boolean
  /** When the bidder first entered the section; null for a viewer who may not know. */
  enteredAt: string | null
  /** The opener's edits of the bidder's deposit; null where there are none, or for a viewer who may not know. */
  depositEdit: DepositEdit | null
  /** The submitted files by kind; read them by `filesOf`. */
  readonly files: { [Kind in BidFileKind]?: BidFileState }
  /** The first envelope's round, once the second has been called. */
  first: BidderRound | null
  /** Takes no part in the second envelope (DEC-17). */
  excluded: boolean
  /** Null for all but the server. */
  origin: Origin | null
}

export const noOrigin: Origin = { entered: null, submitted: null, hardwareSerial: null }
