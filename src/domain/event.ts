import type { Figures } from './figures.ts'
import type { Tender } from './tender.ts'

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
  BidSubmitted: Shape<{
    bidderCode: string
    fileId: string
    fileName: string
    ciphertextHash: string
    ciphertextSize: number
    contentCommitment: string
    manifest: string
    replaces: string | null
  }>
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
  OpeningEnded: Shape<Record<never, never>>
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

/** Makes an event without private fields. */
export function event<T extends EventType>(
  type: T,
  payload: EventShapes[T]['payload'],
  ...secret: keyof EventShapes[T]['private'] extends never ? [] : [EventShapes[T]['private']]
): SessionEvent {
  return { type, payload, private: secret[0] ?? {} } as SessionEvent
}

/** The version each event type is written in now; older ones are upcast on read. */
export const eventVersion = 1
