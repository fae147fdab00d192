import { emptyRecord, recordOf } from '#lib/bare-record.ts'
import { epochOf } from '#lib/time.ts'
import type { FailureCause, LineRecord, Span } from '../decryption/window-health.ts'
import { type DrawState, reviveDraws } from '../draw/draw-state.ts'
import type { Attachment } from '../objections/attachment.ts'
import type { WorkerKind } from '../preparation/site-staff.ts'
import type { BidFileKind, EnvelopeNumber } from '../submission/bid-file.ts'
import type { Figures } from '../submission/figures.ts'
import type { Tender } from '../tender/tender.ts'
import {
  type ControlPrice,
  type ImportedTenderFile,
  type TenderFileKind,
  tenderFileKinds,
} from '../tender/tender-file.ts'
import type {
  BidFailureKind,
  CertificateSignature,
  ClosingCause,
  DecryptionMethod,
  OpeningFailure,
  OpeningMethod,
  PersonIds,
  PersonNames,
} from './event.ts'
import { type BidStatus, flow } from './flow.ts'
import type { LotStatus } from './lot.ts'

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
  readonly attachment: Attachment | null
  readonly at: string
  reply: { readonly content: string; readonly at: string } | null
  /** The bidder has read the reply. */
  read: boolean
}

/** A row of on-site personnel (S1 §3). */
export interface Worker {
  readonly id: string
  readonly kind: WorkerKind
  readonly name: string
  readonly unit: string
  /** Null for a viewer whom personal data does not concern. */
  readonly contact: string | null
  /** Code of the section that the row was fetched from. */
  readonly importedFrom: string | null
}

/** A bidder's commitment letter (S1 §2), by the SHA-256 of its PDF. */
export interface CommitmentLetter {
  readonly letterHash: string
  readonly createdAt: string
  readonly signature: (CertificateSignature & { readonly at: string }) | null
  /** When the bidder said that they do not agree; null again once they have signed. */
  readonly declinedAt: string | null
}

/** The opening of one envelope's files. Without bid encryption nobody has to act: it has no deadline. */
export type DecryptionState = {
  cause: ClosingCause | null
  closedAt: string | null
  /** When the hall was away while it was open; null where that is not on record. */
  outages: readonly Span[] | null
} & (Window | (Omit<Window, 'limitMinutes' | 'deadline'> & { readonly limitMinutes: null; deadline: null }))

/** The round of one envelope: decryption, announcement, confirmation, signing. */
export interface Round {
  decryption: DecryptionState | null
  announcement: { readonly startedAt: string; readonly bidderCount: number } | null
  confirmation: Window | null
  signing: SigningState | null
  remarks: string
}

/** What the first envelope's round yielded, and what its record says of the section besides: as it stood when the second was called. */
export interface FirstRound extends Round {
  readonly tender: Tender | null
  readonly persons: PersonNames | null
  readonly recordedSupervisor: string | null
  /** Of draws that were decided. */
  readonly drawOrder: string[]
}

/** The fold of one session's log, with the round that is under way. Plain data; per-bidder state in records keyed by code. */
export interface SessionState extends Round {
  /** The last entry folded in, hidden ones included. */
  seq: number
  tender: Tender | null
  /** As they were last imported (P1). */
  tenderFiles: { technical: ImportedTenderFile | null; commercial: ImportedTenderFile | null }
  /** Set or imported before the opening; null where none is, and for whom it is not disclosed to yet. */
  controlPrice:
    | (ControlPrice & { readonly file: ImportedTenderFile | null; readonly disclosed: boolean })
    | null
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
  /** On-site personnel that the viewer may see, by id. */
  workers: Record<string, Worker>
  /** Ids in the order they were added. */
  workerOrder: string[]
  /** Commitment letters that the viewer may see, by bidder. */
  letters: Record<string, CommitmentLetter>
  /** Draws of evaluation parameters, by id. */
  draws: Record<string, DrawState>
  /** Ids in the order they were declared. */
  drawOrder: string[]
  /** Those the viewer may see, by id. */
  objections: Record<string, ObjectionState>
  /** Ids in the order they were raised. */
  objectionOrder: string[]
  /** Which envelope is dealt with; of one envelope it is the first to the end. */
  stage: { readonly number: EnvelopeNumber; readonly firstEndedAt: string | null }
  /** The first envelope's, once the second has been called. */
  first: FirstRound | null
  endedAt: string | null
  /** How the trading platform says the lot stands. */
  lot: LotStatus
  /** Since when the lot is not open; windows get back what time they had left then. */
  haltedAt: string | null
  /** The times in which it was not open, in order; windows that were open then are longer by them. */
  halts: readonly Span[]
  /** The first event that this code does not know; from there on the state is known in part. */
  newerFrom: number | null
}

/** The state before anything has happened. */
export function initial(): SessionState {
  return {
    seq: 0,
    tender: null,
    tenderFiles: { technical: null, commercial: null },
    controlPrice: null,
    status: 'not-opened',
    flow: flow.start,
    bidders: emptyRecord(),
    order: [],
    entrants: emptyRecord(),
    frozen: false,
    persons: null,
    personIds: null,
    recordedSupervisor: null,
    workers: emptyRecord(),
    workerOrder: [],
    letters: emptyRecord(),
    decryption: null,
    announcement: null,
    confirmation: null,
    signing: null,
    remarks: '',
    draws: emptyRecord(),
    drawOrder: [],
    objections: emptyRecord(),
    objectionOrder: [],
    stage: { number: 1, firstEndedAt: null },
    first: null,
    endedAt: null,
    lot: 'open',
    haltedAt: null,
    halts: [],
    newerFrom: null,
  }
}

/** A state that has been through JSON, as good as folded: its records have no prototype. Missing fields are as at the start. */
export function reviveState(json: Readonly<Record<string, unknown>>): SessionState {
  const state = { ...initial(), ...(json as Partial<SessionState>) }
  return {
    ...state,
    bidders: recordOf(Object.entries(state.bidders)),
    entrants: recordOf(Object.entries(state.entrants)),
    workers: recordOf(Object.entries(state.workers)),
    letters: recordOf(Object.entries(state.letters)),
    draws: reviveDraws(state.draws),
    objections: recordOf(Object.entries(state.objections)),
  }
}

/** On-site personnel in the order it was entered. */
export function workersOf(state: SessionState): Worker[] {
  return state.workerOrder.flatMap((id) => state.workers[id] ?? [])
}

/** The tender file of a kind that stands, as far as the state tells. */
export function importedFile(state: SessionState, kind: TenderFileKind): ImportedTenderFile | null {
  return kind === 'control-price' ? (state.controlPrice?.file ?? null) : state.tenderFiles[kind]
}

/** All of them, in the order of their kinds. */
export function importedFiles(state: SessionState): ImportedTenderFile[] {
  return tenderFileKinds.flatMap((kind) => importedFile(state, kind) ?? [])
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
export function windowOpen(
  window: { readonly deadline: string | null; readonly closed: boolean } | null,
  now: number,
): boolean {
  if (!window?.deadline || window.closed) return false
  return now < epochOf(window.deadline)
}
