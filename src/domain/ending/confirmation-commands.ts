import { z } from 'zod'
import { err, ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { basePriceProblem } from '../base-price/save-check.ts'
import { certificateSignatureSchema, signedByOf } from '../session/certificate-signature.ts'
import { commandRow, preparedCommandRow, serverCommandRow } from '../session/command-row.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { prolonging } from '../session/prolongation.ts'
import { reject } from '../session/rejection.ts'
import { bidder, duringOpening, opener, system } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import { deadlineAfter, windowLengthProblem, windowOpen } from '../session/window.ts'
import { windowHealthSchema } from '../session/window-health.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { actingParticipant, participants } from '../submission/bids.ts'
import { confirmers, confirmsOverview, isConfirmationAwaited } from './asked.ts'
import { confirmationReasonLength } from './confirmation-state.ts'
import { confirmedHash, overviewHash } from './record.ts'
import { isRecordFixed } from './record-fixed.ts'

/** The most rows that one call confirms. */
const mostRows = 5000

/** The confirmation of the overview: by the bidders, by the clock, and by the opener for whoever has not answered. */
export const confirmationCommands = {
  /** The opener orders the confirmation of the overview (END-2). */
  StartConfirmation: commandRow({
    payload: z.strictObject({ limitMinutes: z.number() }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { limitMinutes }, { now, rules }) {
      if (state.flow < flow.end) return reject('enter-end-first')
      if (state.confirmation) return reject('confirmation-already-issued')
      const length = windowLengthProblem(limitMinutes)
      if (length) return err(length)
      // From here on no bid can be marked, so that nobody confirms a row that has still to change (BAS-7).
      const unsaved = basePriceProblem(state, rules)
      if (unsaved) return err(unsaved)
      const deadline = deadlineAfter(now, limitMinutes)
      const started = { limitMinutes, deadline, overviewHash: overviewHash(state) }
      // With no bid opened nobody is asked, and nobody waits for the deadline (END-31).
      const none = confirmers(state).length === 0
      return ok([
        event('ConfirmationStarted', started),
        ...(none ? [event('ConfirmationClosed', { unconfirmed: [] })] : []),
      ])
    },
  }),

  ConfirmOverview: preparedCommandRow({
    /** `jws`: `signDocument(certificate, signedDocumentType, {document: 'overview', session, hash})`. */
    wire: z.strictObject({ jws: z.string().max(20_000) }),
    payload: z.strictObject({ signature: certificateSignatureSchema, overviewHash: z.string() }),
    roles: bidder,
    statuses: duringOpening,
    decide(state, payload, context) {
      const bidder = actingParticipant(state, context.actor)
      if (!bidder) return reject('unknown-bidder')
      if (!state.confirmation) return reject('confirmation-not-issued')
      if (!confirmsOverview(state, bidder)) return reject('not-asked')
      if (bidder.confirmed !== 'no') return reject('already-confirmed')
      if (!windowOpen(state.confirmation, context.now)) return reject('confirmation-closed')
      if (payload.overviewHash !== confirmedHash(state)) return reject('stale-document')
      const { jws } = payload.signature
      const confirmed = event(
        'OverviewConfirmed',
        { bidderCode: bidder.code, by: 'bidder', signedBy: signedByOf(payload.signature) },
        { proof: { jws } },
      )
      const last = !isConfirmationAwaited(state, bidder.code)
      return ok(last ? [confirmed, event('ConfirmationClosed', { unconfirmed: [] })] : [confirmed])
    },
  }),

  /**
   * At the deadline the rest is confirmed automatically where the variant says so (END-4), unless the window is still to
   * be prolonged for an outage (SES-19). A window in which nobody is awaited any more closes at once: logs of before have
   * such ones (END-31).
   */
  CloseConfirmation: serverCommandRow({
    payload: z.strictObject({ health: windowHealthSchema.nullish() }),
    roles: system,
    statuses: duringOpening,
    decide(state, { health }, { now, rules }) {
      const { confirmation } = state
      if (!confirmation || confirmation.closed) return ok([])
      if (!isConfirmationAwaited(state)) return ok([event('ConfirmationClosed', { unconfirmed: [] })])
      if (now < epochOf(confirmation.deadline)) return ok([])
      const more = prolonging(state, 'confirmation', health?.outages)
      if (more.length > 0) return ok(more)
      const rest = unconfirmed(state).map((bidder) => bidder.code)
      if (!rules.autoConfirm) return ok([event('ConfirmationClosed', { unconfirmed: rest })])
      const automatic = unconfirmed(state).map(confirmedByTimeOut)
      return ok([...automatic, event('ConfirmationClosed', { unconfirmed: [] })])
    },
  }),

  /** The opener ends the confirmation before its deadline, with a reason; the rest counts as confirmed (END-20). */
  EndConfirmation: commandRow({
    payload: z.strictObject({ reason: z.string().trim().max(confirmationReasonLength) }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { reason }, { now }) {
      if (!state.confirmation) return reject('confirmation-not-issued')
      if (!windowOpen(state.confirmation, now)) return reject('confirmation-closed')
      if (reason === '') return reject('confirmation-reason-missing')
      const rest = unconfirmed(state).map((bidder) => bidder.code)
      return ok([event('ConfirmationEnded', { reason, automatic: rest })])
    },
  }),

  /** Confirms rows that were not confirmed in time, where the clock did not; what is confirmed stays (END-21). */
  ConfirmExpired: commandRow({
    payload: z.strictObject({ bidderCodes: z.array(z.string().max(60)).min(1).max(mostRows) }),
    roles: opener,
    statuses: duringOpening,
    decide(state, { bidderCodes }) {
      if (!state.confirmation) return reject('confirmation-not-issued')
      if (!state.confirmation.closed) return reject('confirmation-still-open')
      const named = new Set(bidderCodes)
      const known = participants(state).filter(({ code }) => named.has(code))
      if (known.length < named.size) return reject('unknown-bidder')
      const rest = known.filter((one) => one.confirmed === 'no' && confirmsOverview(state, one))
      if (rest.length > 0 && isRecordFixed(state)) return reject('locked-by-signing')
      return ok(rest.map(confirmedByTimeOut))
    },
  }),
} as const

function confirmedByTimeOut({ code }: BidderState): SessionEvent {
  return event('OverviewConfirmed', { bidderCode: code, by: 'time-out', signedBy: null }, {})
}

function unconfirmed(state: SessionState): BidderState[] {
  return confirmers(state).filter((bidder) => bidder.confirmed === 'no')
}
