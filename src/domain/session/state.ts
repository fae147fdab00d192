import { emptyRecord, recordOf } from '#lib/bare-record.ts'
import type { AnnouncementState } from '../announcement/announcement-state.ts'
import type { BasePriceState } from '../base-price/base-price-state.ts'
import type { DecryptionState } from '../decryption/decryption-state.ts'
import type { FiledDocument } from '../documents/document.ts'
import { type DrawState, reviveDraws } from '../draw/draw-state.ts'
import type { ConfirmationState } from '../ending/confirmation-state.ts'
import type { ReportInfo } from '../ending/report-info.ts'
import type { SigningState } from '../ending/signing-state.ts'
import type { EvaluationStatus } from '../evaluation/evaluation-status.ts'
import type { Interruption } from '../halting/interruption.ts'
import { type InquiryState, reviveInquiry } from '../inquiry/inquiry-state.ts'
import type { Message } from '../messages/message.ts'
import type { ObjectionState } from '../objections/objection.ts'
import type { OpeningFile } from '../opening-files/opening-file.ts'
import type { CommitmentLetter } from '../preparation/commitment-letter.ts'
import type { PersonIds, PersonNames } from '../preparation/person-info.ts'
import type { StaffMember } from '../preparation/site-staff.ts'
import type { EnvelopeNumber } from '../submission/bid-file.ts'
import type { BidderState } from '../submission/bid-state.ts'
import type { Tender } from '../tender/tender.ts'
import type { ControlPrice, ImportedTenderFile } from '../tender/tender-file.ts'
import { type BidStatus, flow } from './flow.ts'
import type { LotStatus } from './lot.ts'
import type { Span } from './window.ts'

/** The round of one envelope: decryption, announcement, objection inquiry, confirmation, signing. */
export interface Round {
  decryption: DecryptionState | null
  announcement: AnnouncementState | null
  /** Null until something is decided about it, and in older logs. */
  basePrice: BasePriceState | null
  /** Null until it is ordered, where there is none, and in older logs. */
  inquiry: InquiryState | null
  confirmation: ConfirmationState | null
  signing: SigningState | null
  remarks: string
  /** Null until it is entered, and in older logs. */
  reportInfo: ReportInfo | null
}

/** The first envelope's round, with what its record says about the section, as they were when the second was called. */
export interface FirstRound extends Round {
  readonly tender: Tender | null
  readonly persons: PersonNames | null
  readonly recordedSupervisor: string | null
  /** Decided draws only. */
  readonly drawOrder: string[]
}

/** The fold of one session's log, with the current round. Plain data; per-bidder state in records keyed by code. */
export interface SessionState extends Round {
  /** The seq of the last folded entry, hidden ones included. */
  seq: number
  tender: Tender | null
  /** The last import of each (TEN-7). */
  tenderFiles: { technical: ImportedTenderFile | null; commercial: ImportedTenderFile | null }
  /** Set or imported before the opening; null where there is none or the viewer may not see it. */
  controlPrice:
    | (ControlPrice & {
        readonly file: ImportedTenderFile | null
        readonly disclosed: boolean
        /** The price was typed in, in the place of the file's, as far as the viewer may know. */
        readonly typed?: boolean
      })
    | null
  status: BidStatus
  flow: number
  bidders: Record<string, BidderState>
  /** Codes in the order they became known. */
  order: string[]
  /** Accounts that have entered, as far as the viewer may know. */
  entrants: Record<string, { readonly role: string; readonly bidderCode: string | null }>
  /** The bids are frozen; the list of bidders is public. */
  frozen: boolean
  persons: PersonNames | null
  /** Null for every viewer but the server. */
  personIds: PersonIds | null
  /** A supervisor who enters becomes the recorded one (SES-17). */
  recordedSupervisor: string | null
  /** Site staff that the viewer may see, by id. */
  workers: Record<string, StaffMember>
  /** Ids in the order they were added. */
  workerOrder: string[]
  /** Commitment letters that the viewer may see, by bidder. */
  letters: Record<string, CommitmentLetter>
  /** Draws of evaluation parameters, by id. */
  draws: Record<string, DrawState>
  /** Ids in the order they were declared. */
  drawOrder: string[]
  /** Objections that the viewer may see, by id. */
  objections: Record<string, ObjectionState>
  /** Ids in the order they were raised. */
  objectionOrder: string[]
  /** Messages between the opener and a bidder or the supervisors that the viewer may see, in order. */
  messages: Message[]
  /** Versions of documents in the order in which they were made. */
  documents: readonly FiledDocument[]
  /** The current envelope; a single envelope is the first to the end. */
  stage: { readonly number: EnvelopeNumber; readonly firstEndedAt: string | null }
  /** The first envelope's round, once the second has been called. */
  first: FirstRound | null
  endedAt: string | null
  /** Files of the opener that the viewer may see, in the order they were added. */
  openingFiles: readonly OpeningFile[]
  /** How far the platform says the evaluation of what was opened is; null: nothing is known. */
  evaluationStatus: EvaluationStatus | null
  /** The lot status, set by the trading platform or the opener's side. */
  lot: LotStatus
  /** When the lot was halted; null while it is open. Windows get back the time they had left then. */
  haltedAt: string | null
  /** The times in which the lot was halted, in order; windows open then are longer by them. */
  halts: readonly Span[]
  /** The pauses, stops and failures with their reasons, in the order of their beginnings. */
  interruptions: readonly Interruption[]
  /** The seq of the first event that this code does not know; from there on the state is known in part. */
  newerFrom: number | null
}

/** The state of an empty log. */
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
    basePrice: null,
    inquiry: null,
    confirmation: null,
    signing: null,
    remarks: '',
    reportInfo: null,
    draws: emptyRecord(),
    drawOrder: [],
    objections: emptyRecord(),
    objectionOrder: [],
    messages: [],
    documents: [],
    stage: { number: 1, firstEndedAt: null },
    first: null,
    endedAt: null,
    openingFiles: [],
    evaluationStatus: null,
    lot: 'open',
    haltedAt: null,
    halts: [],
    interruptions: [],
    newerFrom: null,
  }
}

/** Restores a state from JSON: its records have no prototype, and missing fields have their initial values. */
export function reviveState(json: Readonly<Record<string, unknown>>): SessionState {
  const state = { ...initial(), ...(json as Partial<SessionState>) }
  return {
    ...state,
    ...reviveWindows(state),
    bidders: recordOf(Object.entries(state.bidders)),
    entrants: recordOf(Object.entries(state.entrants)),
    workers: recordOf(Object.entries(state.workers)),
    letters: recordOf(Object.entries(state.letters)),
    draws: reviveDraws(state.draws),
    inquiry: reviveInquiry(state.inquiry),
    first: state.first && { ...state.first, ...reviveWindows(state.first), ...laterFields(state.first) },
    objections: recordOf(Object.entries(state.objections)),
  }
}

/** Windows of older states do not say what they were prolonged for, which table is confirmed, or what bidders stated. */
function reviveWindows({ confirmation, signing }: Round): Pick<Round, 'confirmation' | 'signing'> {
  return {
    confirmation: confirmation && {
      ...confirmation,
      prolongedFor: confirmation.prolongedFor ?? [],
      overviewHash: confirmation.overviewHash ?? null,
    },
    signing: signing && {
      ...signing,
      prolongedFor: signing.prolongedFor ?? [],
      statements: signing.statements ?? null,
    },
  }
}

/** Fields that rounds of older snapshots lack. */
function laterFields({
  basePrice,
  inquiry,
  reportInfo,
}: Partial<Round>): Pick<Round, 'basePrice' | 'inquiry' | 'reportInfo'> {
  return {
    basePrice: basePrice ?? null,
    inquiry: reviveInquiry(inquiry ?? null),
    reportInfo: reportInfo ?? null,
  }
}

/** Whether the first of two envelopes has ended and the second is not called yet. */
export function betweenEnvelopes({ stage }: SessionState): boolean {
  return stage.number === 1 && stage.firstEndedAt !== null
}
