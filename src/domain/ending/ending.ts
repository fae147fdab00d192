import { err, ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import type { CommandShapes } from '../session/command.ts'
import {
  type Context,
  type Decision,
  deadlineAfter,
  isPositiveInteger,
  longestWindowMinutes,
} from '../session/context.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { flow } from '../session/flow.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import { type BidderState, betweenEnvelopes, type SessionState, windowOpen } from '../session/state.ts'
import { filesIn, participants } from '../submission/bids.ts'
import { overviewHash, recordHash } from './record.ts'

/** Why step 4 cannot be entered yet: it needs the announcement (S1 §4). Null when it can. */
export function endProblem(state: SessionState): Rejection | null {
  if (state.flow < flow.opening) return { code: 'enter-announcement-first', params: {} }
  if (state.flow < flow.announcementLowest) return { code: 'announce-first', params: {} }
  return null
}

export function enterEnd(state: SessionState): Decision {
  if (state.flow >= flow.end) return ok([])
  const problem = endProblem(state)
  return problem ? err(problem) : ok([event('EndEntered', {})])
}

/** The opener asks the bidders to confirm the overview table within a time (E2). */
export function startConfirmation(
  state: SessionState,
  { limitMinutes }: CommandShapes['StartConfirmation'],
  { now }: Context,
): Decision {
  if (state.flow < flow.end) return reject('enter-end-first')
  if (state.confirmation) return reject('confirmation-already-issued')
  if (!isWindowLength(limitMinutes)) return reject('limit-not-positive-integer')
  const deadline = deadlineAfter(now, limitMinutes)
  return ok([event('ConfirmationStarted', { limitMinutes, deadline })])
}

export function confirmOverview(
  state: SessionState,
  payload: CommandShapes['ConfirmOverview'],
  context: Context,
): Decision {
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
}

/** On expiry the rest is confirmed automatically where the variant says so (S1 §4). */
export function closeConfirmation(state: SessionState, { now, rules }: Context): Decision {
  const { confirmation } = state
  if (!confirmation || confirmation.closed || now < epochOf(confirmation.deadline)) return ok([])
  const rest = unconfirmed(state).map((bidder) => bidder.code)
  if (!rules.autoConfirm) return ok([event('ConfirmationClosed', { unconfirmed: rest })])
  const automatic = rest.map(
    (bidderCode): SessionEvent => event('OverviewConfirmed', { bidderCode, by: 'time-out', signature: null }),
  )
  return ok([...automatic, event('ConfirmationClosed', { unconfirmed: [] })])
}

/** A remark beside one row of the overview (S1 §7 SetTbrRemarks), until the bidders are asked to confirm it. */
export function remarkBid(state: SessionState, payload: CommandShapes['RemarkBid']): Decision {
  if (!state.bidders[payload.bidderCode]) return reject('unknown-bidder')
  if (state.confirmation) return reject('locked-by-confirmation')
  return ok([event('BidRemarked', payload)])
}

/** The session's remarks; part of the record, so closed with the first call for signatures. */
export function recordRemarks(state: SessionState, payload: CommandShapes['RecordRemarks']): Decision {
  if (state.signing) return reject('locked-by-signing')
  return ok([event('RemarksRecorded', payload)])
}

/** The e-signature command (S1 §4): the record is fixed by its hash at this moment. */
export function startSigning(
  state: SessionState,
  { limitMinutes }: CommandShapes['StartSigning'],
  { now, rules }: Context,
): Decision {
  if (state.flow < flow.end) return reject('enter-end-first')
  if (state.signing) return reject('signing-already-issued')
  if (!state.confirmation) return reject('confirmation-not-issued')
  if (!state.confirmation.closed) return reject('confirmation-still-open')
  if (!isWindowLength(limitMinutes)) return reject('limit-not-positive-integer')
  if (rules.remarksRequired && state.remarks.trim() === '') return reject('remarks-missing')
  const deadline = deadlineAfter(now, limitMinutes)
  return ok([event('SigningStarted', { limitMinutes, deadline, recordHash: recordHash(state) })])
}

/** More time, only once the time given has run out (S1 §5). */
export function extendSigning(
  state: SessionState,
  { minutes }: CommandShapes['ExtendSigning'],
  { now }: Context,
): Decision {
  if (!state.signing) return reject('signing-not-issued')
  if (state.signing.confirmed) return reject('signing-already-confirmed')
  if (windowOpen(state.signing, now)) return reject('signing-time-not-ended')
  if (!isWindowLength(minutes)) return reject('limit-not-positive-integer')
  return ok([event('SigningExtended', { minutes, deadline: deadlineAfter(now, minutes) })])
}

export function signRecord(
  state: SessionState,
  { signature, recordHash: signed }: CommandShapes['SignRecord'],
  context: Context,
): Decision {
  const problem = signingProblem(state, context)
  if (problem) return err(problem)
  if (signed !== state.signing?.recordHash) return reject('stale-document')
  return ok([event('RecordSigned', { bidderCode: context.actor.unitCode ?? '', signature })])
}

/** Why this bidder may not sign now (S1 §5); null when they may. */
function signingProblem(state: SessionState, context: Context): Rejection | null {
  const bidder = actingParticipant(state, context)
  if (!bidder) return { code: 'unknown-bidder', params: {} }
  if (!state.signing) return { code: 'signing-not-issued', params: {} }
  if (bidder.signature) return { code: 'already-signed', params: {} }
  if (!windowOpen(state.signing, context.now)) return { code: 'signing-time-over', params: {} }
  return null
}

export function closeSigning(state: SessionState, { now }: Context): Decision {
  const { signing } = state
  if (!signing || signing.closed || now < epochOf(signing.deadline)) return ok([])
  return ok([event('SigningClosed', {})])
}

/**
 * The opener closes the signing for good. While time remains everybody must have signed; afterwards those who
 * did not are named in the log instead of holding the session up for ever.
 */
export function confirmSigning(state: SessionState): Decision {
  if (!state.signing) return reject('signing-not-issued')
  if (state.signing.confirmed) return reject('signing-already-confirmed')
  const missing = unsigned(state).map((bidder) => bidder.code)
  if (missing.length > 0 && !state.signing.closed) return reject('some-not-signed', { count: missing.length })
  return ok([event('SigningConfirmed', { unsigned: missing })])
}

/**
 * Conditions of ending (S1 §4): the signing has been confirmed, which the platform's mode YS does not ask for, and the
 * second envelope of two called. A second envelope in which nobody has anything to open ends as it is.
 */
export function finishProblem(state: SessionState): Rejection | null {
  if (betweenEnvelopes(state)) return { code: 'envelope-ended', params: {} }
  const nothing = !participants(state).some((bidder) => filesIn(state, bidder).length > 0)
  if (state.stage.number === 2 && nothing) return null
  if (state.flow < flow.end) return { code: 'enter-end-first', params: {} }
  if (state.signing?.confirmed) return null
  if (state.tender?.openingMode !== 'YS') return { code: 'confirm-signing-first', params: {} }
  // What is under way is brought to its end.
  if (state.confirmation?.closed === false) return { code: 'confirmation-still-open', params: {} }
  return state.signing?.closed === false ? { code: 'confirm-signing-first', params: {} } : null
}

/** Of a double envelope the first ends before its evaluation, and only the second ends the opening (S1 §4). */
export function endOpening(state: SessionState): Decision {
  const problem = finishProblem(state)
  if (problem) return err(problem)
  const first = state.tender?.envelopes === 2 && state.stage.number === 1
  return ok([first ? event('EnvelopeEnded', {}) : event('OpeningEnded', {})])
}

function actingParticipant(state: SessionState, { actor }: Context): BidderState | undefined {
  return participants(state).find(({ code }) => code === actor.unitCode)
}

function unconfirmed(state: SessionState): BidderState[] {
  return participants(state).filter((bidder) => bidder.confirmed === 'no')
}

/** Bidders who take part and have not signed the record. */
function unsigned(state: SessionState): BidderState[] {
  return participants(state).filter((bidder) => bidder.signature === null)
}

function isWindowLength(minutes: number): boolean {
  return isPositiveInteger(minutes) && minutes <= longestWindowMinutes
}
