import type {
  BidFailureKind,
  DecryptionMethod,
  FailureCause,
  OpeningFailure,
  OpeningMethod,
} from '../decryption/outcome.ts'
import type { LineRecord } from '../decryption/window-health.ts'
import type { CertificateSignature } from '../session/certificate-signature.ts'
import type { BidFileKind } from './bid-file.ts'
import type { Figures } from './figures.ts'

/** Where a bidder's sealed file stands; `left-out`: of a bid that was not complete, so it is never opened. */
export type FileState =
  | { readonly status: 'none' }
  | { readonly status: 'sealed' }
  | { readonly status: 'left-out' }
  | { readonly status: 'refused'; readonly cause: OpeningFailure; readonly at: string }
  /** The key was handed over, or the import begun, with the entry of that seq; it is being opened, or waits for its turn. */
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

/** One kind of file that a bidder handed in. */
export interface BidFileState {
  readonly kind: BidFileKind
  readonly submission: Submission
  file: FileState
  /** How its key was handed over last; null where none was, and without bid encryption. */
  method: DecryptionMethod | null
  /** The server's alone until the announcement: read from the opened file. */
  opened: Figures | null
  /** The server's alone. */
  fileIdentity: string | null
}

/** What the round of one envelope yields about a bidder. */
export interface BidderRound {
  /** Public from the announcement on: the figures of this envelope's files. */
  figures: Figures | null
  invalid: { readonly note: string } | null
  confirmed: 'no' | 'bidder' | 'time-out'
  confirmation: CertificateSignature | null
  signature: (CertificateSignature & { readonly at: string }) | null
  remark: string
  /** How they were connected during the decryption window, where a file of theirs had no key by its end. */
  line: LineRecord | null
}

/** Where a bidder works from, as far as the server was told; nobody's but the server's to see. */
export interface Origin {
  /** Network address from which the section was entered, the bid submitted. */
  readonly entered: string | null
  readonly submitted: string | null
  /** Of the machine the bid was made on. */
  readonly hardwareSerial: string | null
}

/** A bidder with what the envelope that is dealt with has yielded so far. */
export interface BidderState extends BidderRound {
  readonly code: string
  readonly name: string
  /** PEM; null for a viewer who did not see the enrolment. */
  certificate: string | null
  entered: boolean
  /** What was handed in, by kind. Ask by `filesOf`. */
  readonly files: { [Kind in BidFileKind]?: BidFileState }
  /** What the first envelope yielded, once the second has been called. */
  first: BidderRound | null
  /** Takes no part in the second envelope: not opened in the first, or marked invalid before the second's command. */
  excluded: boolean
  /** Null for everybody but the server. */
  origin: Origin | null
}

export const noOrigin: Origin = { entered: null, submitted: null, hardwareSerial: null }
