import { emptyRecord, recordOf } from '#lib/bare-record.ts'
import type { DecryptionState } from '../decryption/decryption-state.ts'
import { type DrawState, reviveDraws } from '../draw/draw-state.ts'
import type { SigningState } from '../ending/signing-state.ts'
import type { ObjectionState } from '../objections/objection.ts'
import type { CommitmentLetter } from '../preparation/commitment-letter.ts'
import type { PersonIds, PersonNames } from '../preparation/person-info.ts'
import type { Worker } from '../preparation/site-staff.ts'
import type { EnvelopeNumber } from '../submission/bid-file.ts'
import type { BidderState } from '../submission/bid-state.ts'
import type { Tender } from '../tender/tender.ts'
import type { ControlPrice, ImportedTenderFile } from '../tender/tender-file.ts'
import { type BidStatus, flow } from './flow.ts'
import type { LotStatus } from './lot.ts'
import type { Span, Window } from './window.ts'

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
  /** As they were last imported (TEN-7). */
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
  /** A supervisor who enters becomes the recorded one (SES-17). */
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

/** Whether the first envelope of two has ended and the second is not called yet. */
export function betweenEnvelopes({ stage }: SessionState): boolean {
  return stage.number === 1 && stage.firstEndedAt !== null
}
