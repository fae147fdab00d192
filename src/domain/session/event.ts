import type { FailureCause, LineRecord, Span } from '../decryption/window-health.ts'
import type { DrawPart, DrawResult, Withholder } from '../draw/draw-state.ts'
import type { DrawKind } from '../draw/parameters.ts'
import type { Attachment } from '../objections/attachment.ts'
import type { WorkerKind } from '../preparation/site-staff.ts'
import type { BidFileKind } from '../submission/bid-file.ts'
import type { Figures } from '../submission/figures.ts'
import type { Tender } from '../tender/tender.ts'
import type {
  ControlPrice,
  ImportedTenderFile,
  TenderAttachment,
  TenderContent,
  TenderFile,
  TenderFileKind,
  TenderPart,
} from '../tender/tender-file.ts'
import type { LotStatus } from './lot.ts'

/*
 * Versions, and what is newer than this code:
 * 1. An event is never edited. A type whose shape changes gets a higher version (`eventVersions`); what was written
 *    in a lower one is brought up to date in one place, `today` (upcast.ts), each time it is read.
 * 2. A newer server may have written a type, or a version of one, that this code does not know (`isKnown`). It must
 *    not fall over it: `evolve` moves to its seq and notes that it did, the progress log shows "unknown event", and
 *    `viewFor` hides it from everybody, because nobody here can tell for whose eyes it is.
 * 3. Where something unknown has been folded, nothing is decided (`newer-log`): the rules cannot judge a state they
 *    know in part. A node that knows the event decides; this one shows what it can.
 */

/** How a bidder handed over the key of one file (D4). */
export type DecryptionMethod = 'certificate' | 'file-key'

/** How a file came to be opened; `none`: of a tender without bid encryption, by the hall alone. */
export type OpeningMethod = DecryptionMethod | 'none'

/**
 * Why a bid file did not open. `bad-content`: it opened, but is not what was committed to or asked for;
 * `server-failure`: the hall could not open it, whatever is in it.
 */
export type OpeningFailure = 'wrong-key' | 'damaged-file' | 'bad-content' | 'server-failure'

/** What ended the opening of files; `import-ended`: the last was opened or failed, where none was encrypted. */
export type ClosingCause = 'time-out' | 'all-opened' | 'import-ended'

/** 撤销, the bidder's cause; 撤回, any other cause (S0 §4, architecture "Sealed bids"). */
export type BidFailureKind = 'revoked' | 'withdrawn'

/** What one file of a submitted bid is bound to; all are frozen in the log before the first decryption. */
export interface FrozenBid {
  readonly bidderCode: string
  readonly name: string
  readonly kind: BidFileKind
  readonly fileId: string
  readonly fileName: string
  readonly ciphertextHash: string
  readonly contentCommitment: string
  readonly submittedAt: string
}

/** Information entry and person info (S1 §3, §5); identity-card numbers are private. */
export interface PersonNames {
  readonly opener: string
  readonly announcer: string
  readonly recorder: string
  readonly supervisor: string
}
export type PersonIds = PersonNames

/** Certificate signature: compact JWS by the bidder's certificate over the named document. */
export interface CertificateSignature {
  readonly signer: string
  readonly fingerprint: string
  readonly jws: string
}

interface Shape<Payload, Private = Record<never, never>> {
  payload: Payload
  private: Private
}

/**
 * Everything that can have happened in a session: payload for those who may see the event, private fields for
 * fewer still (in the hash they stand as salted commitments). Past tense; never edited, only versioned.
 */
export interface EventShapes {
  TenderPublished: Shape<{ tender: Tender }>
  /** A tender file of step 1 (P1): `content` and `controlPrice` are what was read from it, `changed` what that changed. */
  TenderFileImported: Shape<{
    kind: TenderFileKind
    file: TenderFile
    replaces: string | null
    isRead: boolean
    attachments: readonly TenderAttachment[]
    content: TenderContent | null
    controlPrice: ControlPrice | null
    changed: TenderPart[]
  }>
  EvaluationParametersSet: Shape<
    {
      changes: { industry?: number; billOfQuantities?: boolean; drawNote?: string }
      controlPriceSet: boolean
    },
    // The opener's side's until it is disclosed.
    { controlPrice: ControlPrice | null }
  >
  /** With the decryption command: no bid can be changed any more. */
  ControlPriceDisclosed: Shape<ControlPrice & { file: ImportedTenderFile | null }>
  BidderEnrolled: Shape<{ bidderCode: string; name: string; certificate: string }>
  BidSubmitted: Shape<
    {
      bidderCode: string
      kind: BidFileKind
      fileId: string
      fileName: string
      ciphertextHash: string
      ciphertextSize: number
      contentCommitment: string
      manifest: string
      /** The file of that kind which it takes the place of. */
      replaces: string | null
    },
    // Where it came from (S5); a bidder may not learn what is compared.
    { origin: { address: string | null; hardwareSerial: string | null } }
  >
  ParticipantEntered: Shape<{ role: string; bidderCode: string | null; name: string }, { address: string }>
  PersonInfoRecorded: Shape<{ names: PersonNames }, { ids: PersonIds }>
  /** `importedFrom`: code of the section that the row was fetched from. */
  WorkerAdded: Shape<
    { workerId: string; kind: WorkerKind; name: string; unit: string; importedFrom: string | null },
    { contact: string }
  >
  /** The whole row as it stands now; `kind` says, here and in the next, for whose eyes it is. */
  WorkerEdited: Shape<{ workerId: string; kind: WorkerKind; name: string; unit: string }, { contact: string }>
  WorkerRemoved: Shape<{ workerId: string; kind: WorkerKind; name: string }>
  /** `letterHash`: SHA-256 of the PDF that the bidder is shown, and signs. */
  CommitmentLetterCreated: Shape<{ bidderCode: string; letterHash: string }>
  CommitmentLetterSigned: Shape<{ bidderCode: string; letterHash: string; signature: CertificateSignature }>
  CommitmentLetterDeclined: Shape<{ bidderCode: string }>
  /** `attempt`: from 1; a void one is declared anew. `serverCommitment` binds the server to its value. */
  DrawDeclared: Shape<
    {
      drawId: string
      attempt: number
      kind: DrawKind
      subject: string
      parts: readonly DrawPart[]
      rule: string
      serverCommitment: string
      joinBy: string
    },
    // The server's value, until the draw is decided: so it survives a restart.
    { secret: string }
  >
  /** `bidderCode`, here and below: a bidder's, so that a redaction need not know the state; null for staff. */
  DrawJoined: Shape<{ drawId: string; attempt: number; bidderCode: string | null; commitment: string }>
  /** `contributors`: their commitments in order of actor. */
  DrawJoiningClosed: Shape<{ drawId: string; attempt: number; contributors: string[]; revealBy: string }>
  DrawRevealed: Shape<{ drawId: string; attempt: number; bidderCode: string | null; value: string }>
  /** `values`: the server's first, then in the order that joining was closed with. */
  DrawDecided: Shape<{
    drawId: string
    attempt: number
    seed: string
    values: string[]
    results: readonly DrawResult[]
  }>
  /** `withheld`: commitments that were not revealed in time. */
  DrawVoided: Shape<
    { drawId: string; attempt: number; cause: 'withheld' | 'nobody'; withheld: string[] },
    { who: readonly Withholder[] }
  >
  BidOpeningEntered: Shape<Record<never, never>>
  /** Absent: whose bid is missing, or lacks a file that it cannot do without. */
  BidsFrozen: Shape<{ bids: FrozenBid[]; absent: { bidderCode: string; name: string }[] }>
  DecryptionStarted: Shape<{ limitMinutes: number; deadline: string }>
  /** Of a tender without bid encryption: from here on the hall opens the frozen files by itself (S0 §2). */
  BidImportStarted: Shape<Record<never, never>>
  /** Acknowledged before the file is touched: from here on the key counts, however long opening takes. */
  FileKeyHandedOver: Shape<
    { bidderCode: string; fileId: string; method: DecryptionMethod },
    { fileIdentity: string }
  >
  BidDecrypted: Shape<
    { bidderCode: string; fileId: string; method: DecryptionMethod },
    { fileIdentity: string }
  >
  BidImported: Shape<
    { bidderCode: string; fileId: string; documentCount: number },
    // What a file is called can give its price away.
    { figures: Figures; documents: { name: string; size: number }[] }
  >
  DecryptionRefused: Shape<{
    bidderCode: string
    fileId: string
    method: DecryptionMethod
    cause: OpeningFailure
  }>
  /** A copy of a file whose stored bytes failed, the same by its hash: it is opened again with the key handed over. */
  BackupFileAccepted: Shape<{ bidderCode: string; fileId: string; ciphertextHash: string }>
  DecryptionExtended: Shape<{ minutes: number; deadline: string }>
  DecryptionClosed: Shape<{ cause: ClosingCause }>
  /**
   * What stands as evidence beside the failures: when nobody could reach the hall during the window. What it waited while
   * the lot was halted lies in `window`, not in `outages`.
   */
  WindowHealthRecorded: Shape<{ window: Span; outages: readonly Span[] }>
  /** The same of one bidder who has a file without a key: how they were connected. */
  BidderLineRecorded: Shape<{ bidderCode: string; line: LineRecord }>
  BidFailed: Shape<{ bidderCode: string; fileId: string; kind: BidFailureKind; cause: FailureCause }>
  BidMarked: Shape<{ bidderCode: string; invalid: boolean; note: string }>
  AnnouncementStarted: Shape<{ bidderCount: number }>
  BidAnnounced: Shape<{ bidderCode: string; figures: Figures }>
  FlowReset: Shape<{ flow: number }>
  EndEntered: Shape<Record<never, never>>
  ConfirmationStarted: Shape<{ limitMinutes: number; deadline: string }>
  OverviewConfirmed: Shape<{
    bidderCode: string
    by: 'bidder' | 'time-out'
    signature: CertificateSignature | null
  }>
  ConfirmationClosed: Shape<{ unconfirmed: string[] }>
  BidRemarked: Shape<{ bidderCode: string; remark: string }>
  RemarksRecorded: Shape<{ remarks: string }>
  SigningStarted: Shape<{ limitMinutes: number; deadline: string; recordHash: string }>
  SigningExtended: Shape<{ minutes: number; deadline: string }>
  RecordSigned: Shape<{ bidderCode: string; signature: CertificateSignature }>
  SigningClosed: Shape<Record<never, never>>
  SigningConfirmed: Shape<{ unsigned: string[] }>
  /** `name`: whose message it is; those of the first version do not tell. */
  MessagePosted: Shape<{ message: string; name?: string }>
  ObjectionRaised: Shape<{
    objectionId: string
    bidderCode: string
    content: string
    attachment: Attachment | null
  }>
  /** `bidderCode`: who raised it, so that a redaction need not know the state. */
  ObjectionReplied: Shape<{ objectionId: string; bidderCode: string; content: string }>
  ObjectionRead: Shape<{ objectionId: string; bidderCode: string }>
  /** The first envelope of two is dealt with; evaluation follows (S1 §4). */
  EnvelopeEnded: Shape<Record<never, never>>
  SecondEnvelopeCalled: Shape<Record<never, never>>
  OpeningEnded: Shape<Record<never, never>>
  /** The trading platform says how the lot stands (S0 §2 "status ribbon", §4 "failed-bid approval status"). */
  LotStatusChanged: Shape<{ lot: LotStatus }>
}

export type EventType = keyof EventShapes

/** What `decide` yields: an event before it has a place in the log. */
export type SessionEvent = {
  [T in EventType]: {
    readonly type: T
    readonly payload: Readonly<EventShapes[T]['payload']>
    readonly private: Readonly<EventShapes[T]['private']>
  }
}[EventType]

/** An event as a viewer finds it in the log: private fields only where that viewer may see them. */
export type RecordedEvent = {
  [T in EventType]: {
    readonly type: T
    readonly seq: number
    readonly version: number
    readonly at: string
    readonly actor: string
    readonly role: string
    readonly payload: Readonly<EventShapes[T]['payload']>
    readonly private: Readonly<Partial<EventShapes[T]['private']>>
  }
}[EventType]

/** The same as it stands in an entry: private fields with the salts of their commitments. */
export type SaltedEvent = {
  [T in EventType]: Omit<Extract<RecordedEvent, { type: T }>, 'private'> & {
    /** The entry's. */
    readonly hash: string
    readonly private: {
      readonly [Field in keyof EventShapes[T]['private']]?: {
        readonly value: EventShapes[T]['private'][Field]
      }
    }
  }
}[EventType]

/** Makes an event without private fields. */
export function event<T extends EventType>(
  type: T,
  payload: EventShapes[T]['payload'],
  ...secret: keyof EventShapes[T]['private'] extends never ? [] : [EventShapes[T]['private']]
): SessionEvent {
  return { type, payload, private: secret[0] ?? {} } as SessionEvent
}

/** The version each event type is written in now. */
export const eventVersions: Readonly<Record<EventType, number>> = {
  /**
   * 2: the tender says how many envelopes it has; 3: its opening mode, pre-review, deposit form and bid files; 4: means
   * it when it says that bids are not encrypted.
   */
  TenderPublished: 4,
  TenderFileImported: 1,
  EvaluationParametersSet: 1,
  ControlPriceDisclosed: 1,
  BidderEnrolled: 1,
  /** 2: with its kind, and where it came from in private. */
  BidSubmitted: 2,
  ParticipantEntered: 1,
  PersonInfoRecorded: 1,
  WorkerAdded: 1,
  WorkerEdited: 1,
  WorkerRemoved: 1,
  CommitmentLetterCreated: 1,
  CommitmentLetterSigned: 1,
  CommitmentLetterDeclined: 1,
  DrawDeclared: 1,
  DrawJoined: 1,
  DrawJoiningClosed: 1,
  DrawRevealed: 1,
  DrawDecided: 1,
  DrawVoided: 1,
  BidOpeningEntered: 1,
  /** 2: files by kind. */
  BidsFrozen: 2,
  DecryptionStarted: 1,
  BidImportStarted: 1,
  FileKeyHandedOver: 1,
  BidDecrypted: 1,
  BidImported: 1,
  /** 2: may say that the hall failed (`server-failure`). */
  DecryptionRefused: 2,
  BackupFileAccepted: 1,
  DecryptionExtended: 1,
  /** 2: may say that the import of files that were not encrypted has ended. */
  DecryptionClosed: 2,
  WindowHealthRecorded: 1,
  BidderLineRecorded: 1,
  /** 2: the hall failed; 3: it was away (`hall-away`). */
  BidFailed: 3,
  BidMarked: 1,
  AnnouncementStarted: 1,
  BidAnnounced: 1,
  FlowReset: 1,
  EndEntered: 1,
  ConfirmationStarted: 1,
  OverviewConfirmed: 1,
  ConfirmationClosed: 1,
  BidRemarked: 1,
  RemarksRecorded: 1,
  SigningStarted: 1,
  SigningExtended: 1,
  RecordSigned: 1,
  SigningClosed: 1,
  SigningConfirmed: 1,
  /** 2: with the name of whoever posted it. */
  MessagePosted: 2,
  /** 2: with what is attached. */
  ObjectionRaised: 2,
  ObjectionReplied: 1,
  ObjectionRead: 1,
  EnvelopeEnded: 1,
  SecondEnvelopeCalled: 1,
  OpeningEnded: 1,
  LotStatusChanged: 1,
}

const knownVersions: ReadonlyMap<string, number> = new Map(Object.entries(eventVersions))

/** Whether this code knows what an event of this type and version means. */
export function isKnown({ type, version }: { readonly type: string; readonly version: number }): boolean {
  return version <= (knownVersions.get(type) ?? 0)
}
