import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { announcementProblem } from '../announcement/announcement-problem.ts'
import { readingTextLength } from '../announcement/announcement-state.ts'
import { cutShort, disclosureOf, isReadingDue } from '../announcement/reading.ts'
import { currentRule } from '../base-price/current-rule.ts'
import { basePriceProblem } from '../base-price/save-check.ts'
import { inquiryProblem } from '../inquiry/inquiry.ts'
import { commandRow } from '../session/command-row.ts'
import { event } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { reject } from '../session/rejection.ts'
import { duringOpening, opener, platform, untilEnded } from '../session/roles-and-statuses.ts'
import { betweenEnvelopes } from '../session/state.ts'
import { confirmationCommands } from './confirmation-commands.ts'
import { endProblem, endsFirstEnvelope, finishProblem } from './ending-conditions.ts'
import { isRecordFixed } from './record-fixed.ts'
import { bidRemarkLength, remarksLength } from './remarks.ts'
import { reportInfoFields, reportInfoLengths, reportInfoMissing } from './report-info.ts'
import { signingCommands } from './signing-commands.ts'

const nothing = z.strictObject({})
export const endingCommands = {
  ...confirmationCommands,
  ...signingCommands,

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

  /** A remark on one row of the overview, until confirmation is ordered (END-5). */
  RemarkBid: commandRow({
    payload: z.strictObject({
      bidderCode: z.string().max(60),
      remark: z.string().trim().max(bidRemarkLength),
    }),
    roles: opener,
    statuses: duringOpening,
    afterEnd: 'editing-locked',
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
    afterEnd: 'editing-locked',
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
    afterEnd: 'editing-locked',
    decide(state, info) {
      if (isRecordFixed(state)) return reject('locked-by-signing')
      const missing = reportInfoFields.find((field) => info[field] === '')
      return missing ? reject(reportInfoMissing[missing]) : ok([event('ReportInfoRecorded', { info })])
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
