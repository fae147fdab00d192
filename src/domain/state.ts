import { epochOf } from '#lib/time.ts'
import type {
  BidFailureKind,
  CertificateSignature,
  DecryptionMethod,
  OpeningFailure,
  PersonIds,
  PersonNames,
} from './event.ts'
import type { Figures } from './figures.ts'
import { type BidStatus, flow } from './flow.ts'
import type { LotStatus } from './lot.ts'
import type { Tender } from './tender.ts'

/** Where a bidder's sealed file stands. */
export type FileState =
  | { readonly status: 'none' }
  | { readonly status: 'sealed' }
  | { readonly status: 'refused'; readonly cause: OpeningFailure; readonly at: string }
  | { readonly status: 'decrypted'; readonly method: DecryptionMethod; readonly at: string }
  | {
      readonly status: 'imported'
      readonly method: DecryptionMethod
      readonly at: string
      readonly documentCount: number
    }
  | {
      readonly status: 'failed'
      readonly kind: BidFailureKind
      readonly cause: OpeningFailure | 'time-out'
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

/** Where a bidder works from, as far as the server was told; nobody's but the server's to see. */
export interface Origin {
  /** Network address from which the section was entered, the bid submitted. */
  readonly entered: string | null
  readonly submitted: string | null
  /** Of the machine the bid was made on. */
  readonly hardwareSerial: string | null
}

export interface BidderState {
  readonly code: string
  readonly name: string
  /** PEM; null for a viewer who did not see the enrolment. */
  certificate: string | null
  entered: boolean
  submission: Submission | null
  file: FileState
  /** The server's alone until the announcement: read from the opened file. */
  opened: Figures | null
  fileIdentity: string | null
  /** Public from the announcement on. */
  figures: Figures | null
  invalid: { readonly note: string } | null
  confirmed: 'no' | 'bidder' | 'time-out'
  confirmation: CertificateSignature | null
  signature: (CertificateSignature & { readonly at: string }) | null
  remark: string
  /** Null for everybody but the server. */
  origin: Origin | null
}

/** A window of time in which others act: issued by the opener, closed by an event. */
export interface Window {
  readonly limitMinutes: number
  readonly issuedAt: string
  deadline: string
  closed: boolean
}

export interface SigningState extends Window {
  readonly recordHash: string
  /** When more time was given last. */
  extendedAt: string | null
  confirmed: boolean
  unsigned: readonly string[]
}

/** An objection before the opening (S0 §3), as far as it has come. */
export interface ObjectionState {
  readonly id: string
  /** Who raised it. */
  readonly bidderCode: string
  readonly content: string
  readonly at: string
  reply: { readonly content: string; readonly at: string } | null
  /** The bidder has read the reply. */
  read: boolean
}

/** The fold of one session's log. Plain data; per-bidder state in records keyed by code. */
export interface SessionState {
  /** The last entry folded in, hidden ones included. */
  seq: number
  tender: Tender | null
  status: BidStatus
  flow: number
  bidders: Record<string, BidderState>
  /** Codes in the order they became known. */
  order: string[]
  /** Accounts that have entered, as far as the viewer may know. */
  entrants: Record<string, { readonly role: string; readonly bidderCode: string | null }>
  /** All bids were frozen: the list of bidders is public from here on. */
  frozen: boolean
  persons: PersonNames | null
  personIds: PersonIds | null
  /** A supervisor who enters becomes the recorded one (S0 §6). */
  recordedSupervisor: string | null
  decryption: (Window & { cause: 'time-out' | 'all-opened' | null; closedAt: string | null }) | null
  announcement: { readonly startedAt: string; readonly bidderCount: number } | null
  confirmation: Window | null
  signing: SigningState | null
  remarks: string
  /** Those the viewer may see, by id. */
  objections: Record<string, ObjectionState>
  /** Ids in the order they were raised. */
  objectionOrder: string[]
  /** Which envelope is dealt with; of one envelope it is the first to the end. */
  stage: { readonly number: 1 | 2; readonly firstEndedAt: string | null }
  endedAt: string | null
  /** How the trading platform says the lot stands. */
  lot: LotStatus
  /** Since when the lot is not open; windows get back what time they had left then. */
  haltedAt: string | null
  /** The first event that this code does not know; from there on the state is known in part. */
  newerFrom: number | null
}

/** The state before anything has happened. */
export function initial(): SessionState {
  return {
    seq: 0,
    tender: null,
    status: 'not-opened',
    flow: flow.start,
    bidders: emptyRecord(),
    order: [],
    entrants: emptyRecord(),
    frozen: false,
    persons: null,
    personIds: null,
    recordedSupervisor: null,
    decryption: null,
    announcement: null,
    confirmation: null,
    signing: null,
    remarks: '',
    objections: emptyRecord(),
    objectionOrder: [],
    stage: { number: 1, firstEndedAt: null },
    endedAt: null,
    lot: 'open',
    haltedAt: null,
    newerFrom: null,
  }
}

/** A record without a prototype: codes come from outside, and `constructor` must be as unknown as any other. */
function emptyRecord<T>(): Record<string, T> {
  return Object.create(null)
}

/** A state that has been through JSON, as good as folded: its records have no prototype. Missing fields are as at the start. */
export function reviveState(json: Readonly<Record<string, unknown>>): SessionState {
  const state = { ...initial(), ...(json as Partial<SessionState>) }
  return {
    ...state,
    bidders: Object.assign(emptyRecord<BidderState>(), state.bidders),
    entrants: Object.assign(emptyRecord<SessionState['entrants'][string]>(), state.entrants),
    objections: Object.assign(emptyRecord<ObjectionState>(), state.objections),
  }
}

/** Bidders in the order of their enrolment. */
export function biddersOf(state: SessionState): BidderState[] {
  // A loop: this is asked for with every command, and `flatMap` makes a list per bidder.
  const bidders: BidderState[] = []
  for (const code of state.order) {
    const bidder = state.bidders[code]
    if (bidder) bidders.push(bidder)
  }
  return bidders
}

/** Bidders who submitted a bid. */
export function submitters(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => bidder.submission !== null)
}

/** Bidders whose bid has been opened and read in, invalid ones included. */
export function openedBidders(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => bidder.file.status === 'imported')
}

/** Objections in the order they were raised. */
export function objectionsOf(state: SessionState): ObjectionState[] {
  return state.objectionOrder.flatMap((id) => state.objections[id] ?? [])
}

/** Whether the first envelope of two has ended and the second is not called yet. */
export function betweenEnvelopes({ stage }: SessionState): boolean {
  return stage.number === 1 && stage.firstEndedAt !== null
}

/** Whether a window is open at `now` (epoch ms): issued, not closed, the deadline not reached. */
export function windowOpen(window: Window | null, now: number): boolean {
  return window !== null && !window.closed && now < epochOf(window.deadline)
}
