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
}

/** A window of time in which others act: issued by the opener, closed by an event. */
export interface Window {
  readonly limitMinutes: number
  readonly issuedAt: string
  deadline: string
  closed: boolean
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
  signing: (Window & { readonly recordHash: string; confirmed: boolean; unsigned: readonly string[] }) | null
  remarks: string
  endedAt: string | null
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
    endedAt: null,
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
  }
}

/** Bidders in the order of their enrolment. */
export function biddersOf(state: SessionState): BidderState[] {
  return state.order.flatMap((code) => state.bidders[code] ?? [])
}

/** Bidders who submitted a bid. */
export function submitters(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => bidder.submission !== null)
}

/** Bidders whose bid has been opened and read in, invalid ones included. */
export function openedBidders(state: SessionState): BidderState[] {
  return biddersOf(state).filter((bidder) => bidder.file.status === 'imported')
}

/** Whether a window is open at `now` (epoch ms): issued, not closed, the deadline not reached. */
export function windowOpen(window: Window | null, now: number): boolean {
  return window !== null && !window.closed && now < epochOf(window.deadline)
}
