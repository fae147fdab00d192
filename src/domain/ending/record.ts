import { recordOf } from '#lib/bare-record.ts'
import { currentCalculation, isBasePriceSaved } from '../base-price/save-check.ts'
import type { Calculation } from '../base-price/working.ts'
import type { FailureCause } from '../decryption/outcome.ts'
import { currentDocument, type FiledDocument, recordKey } from '../documents/document.ts'
import { drawsOf } from '../draw/draw-state.ts'
import type { DrawParameter } from '../draw/kinds.ts'
import { type RecordedInterruption, recordedInterruptions } from '../halting/recorded.ts'
import type { InquiryOutcome } from '../inquiry/inquiry-state.ts'
import { canonicalJson, sha256Hex } from '../log/canonical-json.ts'
import { flow } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'
import type { EnvelopeNumber } from '../submission/bid-file.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { participants, standingOf } from '../submission/bids.ts'
import type { Figures } from '../submission/figures.ts'
import { earlierTenderDefaults, opensTwice, type Tender } from '../tender/tender.ts'
import { statementsOf } from './statements.ts'
import type { Statements } from './statements-schema.ts'

/** One row of the opening summary table. Figures are null until announced, and for a bid that did not open. */
export interface OverviewRow {
  readonly index: number
  readonly bidderCode: string
  readonly bidderName: string
  readonly figures: Figures | null
  /** `failed`: not opened, whether marked or not; `invalid`: opened and marked (作废/无效). */
  readonly badge: 'failed' | 'invalid' | null
  readonly cause: FailureCause | null
  /** The note of the invalid mark; empty without one. */
  readonly note: string
  readonly remark: string
  readonly confirmed: BidderState['confirmed']
}

/**
 * The opening summary table (开标一览表) of the current envelope, or of the first by `firstEnvelope`: every bidder who
 * takes part in it, in order of enrolment.
 */
export function overviewRows(state: SessionState): OverviewRow[] {
  return participants(state).map((bidder, position) => {
    const file = standingOf(state, bidder)
    return {
      index: position + 1,
      bidderCode: bidder.code,
      bidderName: bidder.name,
      figures: bidder.figures,
      badge: file.status === 'failed' ? 'failed' : bidder.invalid ? 'invalid' : null,
      cause: file.status === 'failed' ? file.cause : null,
      note: bidder.invalid?.note ?? '',
      remark: bidder.remark,
      confirmed: bidder.confirmed,
    }
  })
}

/** The state at the end of the first envelope, once the second has been called; null before. */
function firstEnvelope(state: SessionState): SessionState | null {
  if (!state.first) return null
  const bidders = Object.entries(state.bidders).map(
    ([code, bidder]) => [code, { ...bidder, ...bidder.first }] as const,
  )
  return {
    ...state,
    ...state.first,
    status: 'to-be-opened',
    flow: flow.ended,
    endedAt: null,
    stage: { number: 1, firstEndedAt: state.stage.firstEndedAt },
    bidders: recordOf(bidders),
  }
}

/** The state of one envelope's round; null for a second envelope that has not been called. */
export function roundOfEnvelope(state: SessionState, envelope: EnvelopeNumber): SessionState | null {
  const { tender, stage } = state
  if (envelope === stage.number) return state
  if (envelope === 2) return null
  return tender && !opensTwice(tender) ? state : firstEnvelope(state)
}

/** The hash that a bidder confirms: over the announced table without the confirmations. */
export function overviewHash(state: SessionState): string {
  const rows = overviewRows(state).map(({ confirmed: _confirmed, ...row }) => row)
  const section = state.tender?.sectionCode ?? ''
  return sha256Hex(canonicalJson({ document: 'overview', section, ...recordedEnvelope(state), rows }))
}

/** The hash that bidders confirm. Computed anew only where the log does not say it: that costs a hash of all rows. */
export function confirmedHash(state: SessionState): string {
  return state.confirmation?.overviewHash ?? overviewHash(state)
}

/** The opening record (开标记录) that bidders sign (END-16). */
export function openingRecord(state: SessionState) {
  const statements = statementsOf(state)
  return {
    document: 'opening-record',
    ...recordedEnvelope(state),
    tender: state.tender && recordedTender(state.tender),
    persons: state.persons,
    supervisor: state.persons?.supervisor || state.recordedSupervisor,
    decryption: state.decryption && {
      issuedAt: state.decryption.issuedAt,
      deadline: state.decryption.deadline,
      closedAt: state.decryption.closedAt,
      closedBy: state.decryption.cause,
    },
    announcedAt: state.announcement?.startedAt ?? null,
    ...(statements ? recordedReading(state, statements) : {}),
    ...recordedDraws(state),
    ...recordedBasePrice(state),
    ...recordedInquiry(state, statements),
    ...(statements?.confirmationEnded === undefined
      ? {}
      : { confirmationEnded: statements.confirmationEnded }),
    ...interruptionsOf(state),
    remarks: state.remarks,
    ...(state.reportInfo ? { reportInfo: state.reportInfo } : {}),
    rows: overviewRows(state),
  }
}

export type OpeningRecord = ReturnType<typeof openingRecord>

/** Left out where every bid was read and no row is disputed, so that records without either keep their hash. */
function recordedReading(
  { announcement }: SessionState,
  { disputes }: Statements,
): { readingCutShort?: string; disputes?: Statements['disputes'] } {
  const reason = announcement?.reading?.cutShort ?? null
  return {
    ...(reason === null ? {} : { readingCutShort: reason }),
    ...(disputes.length > 0 ? { disputes } : {}),
  }
}

interface RecordedDraw {
  readonly parameter: DrawParameter
  readonly subject: string
  readonly drawer: string
  readonly value: string
  readonly saved: string
}

/** Left out where nothing was drawn, so that records signed before there were draws keep their hash. */
function recordedDraws(state: SessionState): { draws?: RecordedDraw[] } {
  const decided = drawsOf(state).flatMap(({ subject, parts, outcome }) =>
    parts.flatMap(({ parameter, drawer }, i) => {
      const result = outcome?.results[i]
      return result ? [{ parameter, subject, drawer, value: result.value, saved: result.saved }] : []
    }),
  )
  return decided.length > 0 ? { draws: decided } : {}
}

interface RecordedBasePrice {
  readonly price: string
  readonly unit: string
  readonly bids: readonly Pick<Calculation['bids'][number], 'bidderCode' | 'place' | 'why' | 'reason'>[]
  readonly steps: Calculation['steps']
  /** Whether the quotation review group was started. */
  readonly reviewGroup: boolean
}

/** Left out where no base price is saved that holds, so that records signed before there were any keep their hash. */
function recordedBasePrice(state: SessionState): { basePrice?: RecordedBasePrice } {
  const calculation = isBasePriceSaved(state) ? currentCalculation(state) : null
  if (!calculation) return {}
  const { price, unit, steps } = calculation
  const bids = calculation.bids.map(({ bidderCode, place, why, reason }) => ({
    bidderCode,
    place,
    why,
    reason,
  }))
  return { basePrice: { price, unit, bids, steps, reviewGroup: state.basePrice?.reviewGroup != null } }
}

interface RecordedInquiry extends Omit<InquiryOutcome, 'at' | 'cause'> {
  readonly issuedAt: string
  readonly endedAt: string
  readonly endedBy: InquiryOutcome['cause']
  /** Left out where nobody objects, and in records of before they had statements. */
  readonly objections?: Statements['objections']
}

/** Left out where there was no inquiry, so that earlier records keep their hash (INQ-11). */
function recordedInquiry(
  { inquiry }: SessionState,
  statements: Statements | null,
): { inquiry?: RecordedInquiry } {
  if (!inquiry?.outcome) return {}
  const { at: endedAt, cause: endedBy, ...counts } = inquiry.outcome
  const objections = statements?.objections ?? []
  return {
    inquiry: {
      ...{ issuedAt: inquiry.issuedAt, endedAt, endedBy, ...counts },
      ...(objections.length > 0 ? { objections } : {}),
    },
  }
}

/** Left out where nothing was interrupted, so that records signed before reasons were recorded keep their hash. */
function interruptionsOf(state: SessionState): { interruptions?: RecordedInterruption[] } {
  const interruptions = recordedInterruptions(state)
  return interruptions.length > 0 ? { interruptions } : {}
}

/** Left out for the first or only envelope, so that records signed before there were two keep their hash. */
function recordedEnvelope({ stage, tender }: SessionState): { envelope?: EnvelopeNumber } {
  return stage.number === 2 && (!tender || opensTwice(tender)) ? { envelope: 2 } : {}
}

/** Without default values, so that records signed before these fields existed keep their hash. */
function recordedTender(tender: Tender): Partial<Tender> {
  const defaults: Readonly<Record<string, unknown>> = earlierTenderDefaults
  return Object.fromEntries(
    Object.entries(tender).filter(
      ([field, value]) => !(field in defaults) || canonicalJson(defaults[field]) !== canonicalJson(value),
    ),
  )
}

/** The record's PDF that is signed, of the current envelope; null in logs from before there was one (REC-1). */
export function recordDocument(state: SessionState): FiledDocument | null {
  return currentDocument(state, recordKey('opening-record', state.stage.number))
}

/** The text of the record that is signed: its canonical JSON. */
export function recordText(record: OpeningRecord): string {
  return canonicalJson(record)
}

/** SHA-256 of the record's text; signatures are made over it. */
export function recordHash(state: SessionState): string {
  return sha256Hex(recordText(openingRecord(state)))
}
