import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { announcementProblem } from '../announcement/announcement-problem.ts'
import { readingTextLength } from '../announcement/announcement-state.ts'
import { cutShort, disclosureOf, isReadingDue } from '../announcement/reading.ts'
import { currentRule } from '../base-price/current-rule.ts'
import { basePriceProblem } from '../base-price/save-check.ts'
import { currentDocument, recordKey } from '../documents/document.ts'
import { inquiryProblem, openObjections } from '../inquiry/inquiry.ts'
import { certificateSignatureSchema } from '../session/certificate-signature.ts'
import { commandRow, preparedCommandRow, serverCommandRow } from '../session/command-row.ts'
import type { Context } from '../session/context.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { prolonging } from '../session/prolongation.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import {
  bidder,
  duringOpening,
  onceOpening,
  opener,
  platform,
  system,
  untilEnded,
} from '../session/roles-and-statuses.ts'
import { betweenEnvelopes, type SessionState } from '../session/state.ts'
import { deadlineAfter, windowLengthProblem, windowOpen } from '../session/window.ts'
import { windowHealthSchema } from '../session/window-health.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { participants } from '../submission/bids.ts'
import {
  confirmSigningProblem,
  endProblem,
  endsFirstEnvelope,
  finishProblem,
  unsigned,
} from './ending-conditions.ts'
import { overviewHash, recordDocument, recordHash, roundOfEnvelope } from './record.ts'
import { isRecordFixed } from './record-fixed.ts'
import { bidRemarkLength, remarksLength } from './remarks.ts'
import { reportInfoFields, reportInfoLengths, reportInfoMissing } from './report-info.ts'

const jws = z.string().max(20_000)
const nothing = z.strictObject({})
/** What was recorded about the window, if anything was. */
const closing = z.strictObject({ health: windowHealthSchema.nullish() })
/** A document that the server has stored. */
const storedRecord = {
  documentId: z.uuid(),
  basis: z.number().int(),
  sha256: z.string(),
  size: z.number().int(),
}
const frozenRecordSchema = z.strictObject({ recordHash: z.string(), ...storedRecord })
/** The PDF of the record that is to be signed, and the hash of the record that it was made of. */
export type FrozenRecord = Readonly<z.output<typeof frozenRecordSchema>>

export const endingCommands = {
  /**
   * Enters step 4 once the bids have been read; `cutShortReason` cuts the reading short (END-17). The objection inquiry
   * must have ended (INQ-7).
   */
  EnterEnd: commandRow({
    payload: z.strictObject({ cutShortReason: z.string().trim().max(readingTextLength).optional() }),
    roles: opener,
    statuses: untilEnded,
    decide(state, { cutShortReason = '' }, { rules }) {
      if (state.flow >= flow.end) return ok([])
      const problem = endProblem(state)
      if (problem) return err(problem)
      // The announcement check failed after the announcement (ANN-4).
      if (announcementProblem(state)) return ok([event('FlowReset', { flow: flow.opening })])
      const isDue = isReadingDue(state)
      if (isDue && cutShortReason === '') return reject('announce-first')
      const inquiry = inquiryProblem(state, rules)
      if (inquiry) return err(inquiry)
      const unsaved = basePriceProblem(state, rules)
      if (unsaved) return err(unsaved)
      // Cutting the reading short must not lead past a base price that only its figures allow to calculate (BAS-7).
      const hidden = isDue ? disclosureOf(state) : []
      if (rules.basePriceMustBeSaved && hidden.length > 0 && currentRule(state))
        return reject('base-price-not-saved')
      if (!isDue) return ok([event('EndEntered', {})])
      return ok([...cutShort(state, cutShortReason), event('EndEntered', {})])
    },
  }),

  /** The opener orders the confirmation of the overview (END-2). */
  StartConfirmation: commandRow({
    payload: z.strictObject({ limitMinutes: z.number() }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { limitMinutes }, { now }) {
      if (state.flow < flow.end) return reject('enter-end-first')
      if (state.confirmation) return reject('confirmation-already-issued')
      const length = windowLengthProblem(limitMinutes)
      if (length) return err(length)
      const deadline = deadlineAfter(now, limitMinutes)
      return ok([event('ConfirmationStarted', { limitMinutes, deadline })])
    },
  }),

  ConfirmOverview: preparedCommandRow({
    /** `jws`: `signDocument(certificate, signedDocumentType, {document: 'overview', session, hash})`. */
    wire: z.strictObject({ jws }),
    payload: z.strictObject({ signature: certificateSignatureSchema, overviewHash: z.string() }),
    roles: bidder,
    statuses: duringOpening,
    decide(state, payload, context) {
      const bidder = actingParticipant(state, context)
      if (!bidder) return reject('unknown-bidder')
      if (!state.confirmation) return reject('confirmation-not-issued')
      if (bidder.confirmed !== 'no') return reject('already-confirmed')
      if (!windowOpen(state.confirmation, context.now)) return reject('confirmation-closed')
      if (payload.overviewHash !== overviewHash(state)) return reject('stale-document')
      const confirmed = event('OverviewConfirmed', {
        bidderCode: bidder.code,
        by: 'bidder',
        signature: payload.signature,
      })
      const last = unconfirmed(state).every((other) => other.code === bidder.code)
      return ok(last ? [confirmed, event('ConfirmationClosed', { unconfirmed: [] })] : [confirmed])
    },
  }),

  /**
   * At the deadline the rest is confirmed automatically where the variant says so (END-4), unless the window is still to
   * be prolonged for an outage (SES-19).
   */
  CloseConfirmation: serverCommandRow({
    payload: closing,
    roles: system,
    statuses: duringOpening,
    decide(state, { health }, { now, rules }) {
      const { confirmation } = state
      if (!confirmation || confirmation.closed || now < epochOf(confirmation.deadline)) return ok([])
      const more = prolonging(state, 'confirmation', health?.outages)
      if (more.length > 0) return ok(more)
      const rest = unconfirmed(state).map((bidder) => bidder.code)
      if (!rules.autoConfirm) return ok([event('ConfirmationClosed', { unconfirmed: rest })])
      const automatic = rest.map(
        (bidderCode): SessionEvent =>
          event('OverviewConfirmed', { bidderCode, by: 'time-out', signature: null }),
      )
      return ok([...automatic, event('ConfirmationClosed', { unconfirmed: [] })])
    },
  }),

  /** A remark on one row of the overview, until confirmation is ordered (END-5). */
  RemarkBid: commandRow({
    payload: z.strictObject({
      bidderCode: z.string().max(60),
      remark: z.string().trim().max(bidRemarkLength),
    }),
    roles: opener,
    statuses: duringOpening,
    decide(state, payload) {
      if (!state.bidders[payload.bidderCode]) return reject('unknown-bidder')
      if (state.confirmation) return reject('locked-by-confirmation')
      return ok([event('BidRemarked', payload)])
    },
  }),

  /** The session's remarks; they are part of the record, so they are closed once signing is ordered. */
  RecordRemarks: commandRow({
    payload: z.strictObject({ remarks: z.string().trim().max(remarksLength) }),
    roles: opener,
    statuses: untilEnded,
    decide(state, payload) {
      if (isRecordFixed(state)) return reject('locked-by-signing')
      return ok([event('RemarksRecorded', payload)])
    },
  }),

  /** What the opener states for the record: representative, recorder, other matters, all required (END-18). */
  RecordReportInfo: commandRow({
    payload: z.strictObject({
      representative: z.string().trim().max(reportInfoLengths.representative),
      recorder: z.string().trim().max(reportInfoLengths.recorder),
      otherMatters: z.string().trim().max(reportInfoLengths.otherMatters),
    }),
    roles: opener,
    statuses: untilEnded,
    decide(state, info) {
      if (isRecordFixed(state)) return reject('locked-by-signing')
      const missing = reportInfoFields.find((field) => info[field] === '')
      return missing ? reject(reportInfoMissing[missing]) : ok([event('ReportInfoRecorded', { info })])
    },
  }),

  /** The signing command (END-6): fixes the record by its hash, and files its PDF (REC-1). */
  StartSigning: preparedCommandRow({
    wire: z.strictObject({ limitMinutes: z.number() }),
    payload: z.strictObject({ limitMinutes: z.number(), frozen: frozenRecordSchema.optional() }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { limitMinutes, frozen }, { now, rules }) {
      if (state.flow < flow.end) return reject('enter-end-first')
      if (state.signing) return reject('signing-already-issued')
      if (!state.confirmation) return reject('confirmation-not-issued')
      if (!state.confirmation.closed) return reject('confirmation-still-open')
      // The record has each objection of the inquiry with its reply (INQ-8).
      const count = openObjections(state)
      if (count > 0) return reject('inquiry-replies-missing', { count })
      const length = windowLengthProblem(limitMinutes)
      if (length) return err(length)
      if (rules.remarksRequired && state.remarks.trim() === '') return reject('remarks-missing')
      const hash = recordHash(state)
      if (frozen && frozen.recordHash !== hash) return reject('stale-document')
      const deadline = deadlineAfter(now, limitMinutes)
      const started = event('SigningStarted', { limitMinutes, deadline, recordHash: hash })
      // The document comes first: whoever sees the signing has it.
      return ok(frozen ? [frozenRecord(state, frozen), started] : [started])
    },
  }),

  /** Extends signing, only after its time has run out (END-9). */
  ExtendSigning: commandRow({
    payload: z.strictObject({ minutes: z.number() }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { minutes }, { now }) {
      if (!state.signing) return reject('signing-not-issued')
      if (state.signing.confirmed) return reject('signing-already-confirmed')
      if (windowOpen(state.signing, now)) return reject('signing-time-not-ended')
      const length = windowLengthProblem(minutes)
      if (length) return err(length)
      return ok([event('SigningExtended', { minutes, deadline: deadlineAfter(now, minutes) })])
    },
  }),

  SignRecord: preparedCommandRow({
    /**
     * `jws`: as for the overview, over `{document: 'opening-record', session, hash, pdf}`, where `pdf` is the hash of the
     * record's PDF; `cms`: the signature over that PDF (`signDetached`), by a key that PDF readers know.
     */
    wire: z.strictObject({ jws, cms: jws.optional() }),
    payload: z.strictObject({
      signature: certificateSignatureSchema,
      recordHash: z.string(),
      pdf: z.string().nullable().optional(),
      cms: z.string().nullable().optional(),
    }),
    roles: bidder,
    statuses: untilEnded,
    decide(state, { signature, recordHash: signed, pdf = null, cms }, context) {
      const problem = signingProblem(state, context)
      if (problem) return err(problem)
      if (signed !== state.signing?.recordHash) return reject('stale-document')
      if (pdf !== (recordDocument(state)?.sha256 ?? null)) return reject('stale-document')
      const bidderCode = context.actor.unitCode ?? ''
      const byRecord = event('RecordSigned', { bidderCode, signature })
      return ok(cms ? [byRecord, event('RecordPdfSigned', { bidderCode, cms })] : [byRecord])
    },
  }),

  /** Ends the time to sign, or prolongs it as the confirmation's (SES-19). */
  CloseSigning: serverCommandRow({
    payload: closing,
    roles: system,
    statuses: duringOpening,
    decide(state, { health }, { now }) {
      const { signing } = state
      if (!signing || signing.closed || now < epochOf(signing.deadline)) return ok([])
      const more = prolonging(state, 'signing', health?.outages)
      if (more.length > 0) return ok(more)
      return ok([event('SigningClosed', {})])
    },
  }),

  /**
   * The opener closes signing for good (END-10). While time remains every bidder must have signed; afterwards the log
   * names those who have not, so that they cannot block the session.
   */
  ConfirmSigning: commandRow({
    payload: nothing,
    roles: opener,
    statuses: duringOpening,
    decide(state) {
      const problem = confirmSigningProblem(state)
      if (problem) return err(problem)
      return ok([event('SigningConfirmed', { unsigned: unsigned(state).map((bidder) => bidder.code) })])
    },
  }),

  /** The server sealed the record of an envelope after its last signature (REC-3). */
  SealRecord: serverCommandRow({
    payload: z.strictObject({ envelope: z.literal([1, 2]), ...storedRecord }),
    roles: system,
    statuses: onceOpening,
    whileHalted: true,
    betweenEnvelopes: true,
    decide(state, { envelope, ...stored }) {
      const signing = roundOfEnvelope(state, envelope)?.signing
      if (!signing?.confirmed) return reject('confirm-signing-first')
      if (!currentDocument(state, recordKey('opening-record', envelope))) return reject('unknown-document')
      const key = recordKey('sealed-record', envelope)
      if (currentDocument(state, key)) return ok([])
      return ok([event('DocumentFiled', { ...key, ...stored, version: 1, reason: '', by: '' })])
    },
  }),

  /** Ends the opening; of a double envelope it first ends the first envelope (END-12). */
  EndOpening: commandRow({
    payload: nothing,
    roles: opener,
    statuses: duringOpening,
    betweenEnvelopes: true,
    decide(state) {
      const problem = finishProblem(state)
      if (problem) return err(problem)
      return ok([endsFirstEnvelope(state) ? event('EnvelopeEnded', {}) : event('OpeningEnded', {})])
    },
  }),

  /** The trading platform calls the second envelope after the evaluation of the first (END-12). */
  CallSecondEnvelope: commandRow({
    payload: nothing,
    roles: platform,
    statuses: ['to-be-opened'],
    betweenEnvelopes: true,
    decide(state, _payload, { rules }) {
      if (!betweenEnvelopes(state)) return ok([])
      return ok([
        event('SecondEnvelopeCalled', { personInfo: rules.personInfoPerEnvelope ? 'anew' : 'kept' }),
      ])
    },
  }),
} as const

function frozenRecord(state: SessionState, { recordHash: _, ...stored }: FrozenRecord): SessionEvent {
  const key = recordKey('opening-record', state.stage.number)
  return event('DocumentFiled', { ...key, ...stored, version: 1, reason: '', by: '' })
}

/** Why this bidder may not sign now (END-7); null when they may. */
function signingProblem(state: SessionState, context: Context): Rejection | null {
  const bidder = actingParticipant(state, context)
  if (!bidder) return { code: 'unknown-bidder', params: {} }
  if (!state.signing) return { code: 'signing-not-issued', params: {} }
  if (bidder.signature) return { code: 'already-signed', params: {} }
  if (!windowOpen(state.signing, context.now)) return { code: 'signing-time-over', params: {} }
  return null
}

function actingParticipant(state: SessionState, { actor }: Context): BidderState | undefined {
  return participants(state).find(({ code }) => code === actor.unitCode)
}

function unconfirmed(state: SessionState): BidderState[] {
  return participants(state).filter((bidder) => bidder.confirmed === 'no')
}
