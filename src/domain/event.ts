import type { Figures } from './figures.ts'
import type { LotStatus } from './lot.ts'
import type { Tender } from './tender.ts'

/*
 * Versions, and what is newer than this code:
 * 1. An event is never edited. A type whose shape changes gets a higher version (`eventVersions`); what was written
 *    in a lower one is brought up to date in one place, `toRecorded` (entry.ts), each time it is read.
 * 2. A newer server may have written a type, or a version of one, that this code does not know (`isKnown`). It must
 *    not fall over it: `evolve` moves to its seq and notes that it did, the progress log shows "unknown event", and
 *    `viewFor` hides it from everybody, because nobody here can tell for whose eyes it is.
 * 3. Where something unknown has been folded, nothing is decided (`newer-log`): the rules cannot judge a state they
 *    know in part. A node that knows the event decides; this one shows what it can.
 */

/** How a bidder handed over the key of one file (D4). */
export type DecryptionMethod = 'certificate' | 'file-key'

/** Why a bid file did not open. `bad-content`: it opened, but is not what was committed to or asked for. */
export type OpeningFailure = 'wrong-key' | 'damaged-file' | 'bad-content'

/** 撤销, the bidder's cause; 撤回, any other cause (S0 §4, architecture "Sealed bids"). */
export type BidFailureKind = 'revoked' | 'withdrawn'

/** What a submitted bid is bound to; frozen in the log before the first decryption. */
export interface FrozenBid {
  readonly bidderCode: string
  readonly name: string
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
  BidderEnrolled: Shape<{ bidderCode: string; name: string; certificate: string }>
  BidSubmitted: Shape<
    {
      bidderCode: string
      fileId: string
      fileName: string
      ciphertextHash: string
      ciphertextSize: number
      contentCommitment: string
      manifest: string
      replaces: string | null
    },
    // Where it came from (S5); a bidder may not learn what is compared.
    { origin: { address: string | null; hardwareSerial: string | null } }
  >
  ParticipantEntered: Shape<{ role: string; bidderCode: string | null; name: string }, { address: string }>
  PersonInfoRecorded: Shape<{ names: PersonNames }, { ids: PersonIds }>
  BidOpeningEntered: Shape<Record<never, never>>
  BidsFrozen: Shape<{ bids: FrozenBid[]; absent: { bidderCode: string; name: string }[] }>
  DecryptionStarted: Shape<{ limitMinutes: number; deadline: string }>
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
  DecryptionClosed: Shape<{ cause: 'time-out' | 'all-opened' }>
  BidFailed: Shape<{
    bidderCode: string
    fileId: string
    kind: BidFailureKind
    cause: OpeningFailure | 'time-out'
  }>
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
  MessagePosted: Shape<{ message: string }>
  ObjectionRaised: Shape<{ objectionId: string; bidderCode: string; content: string }>
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
  /** 2: the tender says how many envelopes it has; 3: its opening mode, pre-review and deposit form. */
  TenderPublished: 3,
  BidderEnrolled: 1,
  /** 2: with where it came from, in private. */
  BidSubmitted: 2,
  ParticipantEntered: 1,
  PersonInfoRecorded: 1,
  BidOpeningEntered: 1,
  BidsFrozen: 1,
  DecryptionStarted: 1,
  BidDecrypted: 1,
  BidImported: 1,
  DecryptionRefused: 1,
  DecryptionClosed: 1,
  BidFailed: 1,
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
  MessagePosted: 1,
  ObjectionRaised: 1,
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
