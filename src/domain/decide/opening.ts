import { err, ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import type { CommandShapes } from '../command.ts'
import { event, type FrozenBid, type SessionEvent } from '../event.ts'
import { figuresProblem } from '../figures.ts'
import { flow, hasAnnouncement } from '../flow.ts'
import { type Rejection, reject } from '../rejection.ts'
import type { Rules } from '../rules.ts'
import {
  type BidderState,
  biddersOf,
  openedBidders,
  type SessionState,
  submitters,
  windowOpen,
} from '../state.ts'
import {
  actingBidder,
  type Context,
  type Decision,
  deadlineAfter,
  isPositiveInteger,
  longestWindowMinutes,
} from './context.ts'

/** The entry check to step 2 (S0 §4 checkIntoTBCondition); null when the opener may enter. */
export function openingProblem(state: SessionState, rules: Rules, now: number): Rejection | null {
  if (!state.tender) return { code: 'not-published', params: {} }
  if (now < epochOf(state.tender.opensAt))
    return { code: 'opening-time-not-reached', params: { leadMinutes: 0 } }
  const tooFew = tooFewBids(state, rules.minimumBidders, now)
  if (rules.refuseTooFewBidders && tooFew) return tooFew
  if (rules.personInfoRequired && !state.persons) return { code: 'person-info-missing', params: {} }
  return null
}

/** Fewer bids than the minimum, said once no more can come (S0 §4 "abandonment notice"); null otherwise. */
export function tooFewBids(state: SessionState, minimum: number, now: number): Rejection | null {
  const count = submitters(state).length
  if (!state.tender || now < epochOf(state.tender.opensAt) || count >= minimum) return null
  return { code: 'too-few-bidders', params: { minimum, count } }
}

export function enterBidOpening(state: SessionState, { rules, now }: Context): Decision {
  if (state.flow >= flow.opening) return ok([])
  const problem = openingProblem(state, rules, now)
  return problem ? err(problem) : ok([event('BidOpeningEntered', {})])
}

/** The decryption command (S0 §5): freezes every bid's commitment in the log, then opens the window. */
export function startDecryption(
  state: SessionState,
  { limitMinutes }: CommandShapes['StartDecryption'],
  { rules, now }: Context,
): Decision {
  if (state.flow < flow.opening) return reject('enter-opening-first')
  if (state.decryption) return reject('decryption-already-issued')
  if (limitMinutes === null) return reject('decryption-limit-missing')
  if (!isPositiveInteger(limitMinutes) || limitMinutes > longestWindowMinutes) {
    return reject('decryption-limit-not-positive-integer')
  }
  if (limitMinutes < rules.minimumDecryptionMinutes) {
    return reject('decryption-limit-too-short', { minimum: rules.minimumDecryptionMinutes })
  }
  const bids = submitters(state).map(frozenBid)
  if (bids.length === 0) return reject('no-bids')
  const absent = biddersOf(state)
    .filter((bidder) => bidder.submission === null)
    .map((bidder) => ({ bidderCode: bidder.code, name: bidder.name }))
  const deadline = deadlineAfter(now, limitMinutes)
  return ok([event('BidsFrozen', { bids, absent }), event('DecryptionStarted', { limitMinutes, deadline })])
}

function frozenBid(bidder: BidderState): FrozenBid {
  const { submission } = bidder
  if (!submission) throw new Error(`bidder ${bidder.code} has no submission to freeze`)
  const { at, manifest: _manifest, ...bid } = submission
  return { bidderCode: bidder.code, name: bidder.name, ...bid, submittedAt: at }
}

/**
 * Why this bidder may not open this file now; null when they may. Asked before the file is touched and again
 * when the outcome is decided on. A refused key may be tried again until the window closes.
 */
export function decryptionProblem(state: SessionState, context: Context, fileId: string): Rejection | null {
  const bidder = actingBidder(state, context)
  if (!bidder) return { code: 'not-enrolled', params: {} }
  if (!state.decryption) return { code: 'decryption-not-issued', params: {} }
  if (bidder.submission?.fileId !== fileId) return { code: 'unknown-file', params: {} }
  if (bidder.file.status === 'imported') return { code: 'already-decrypted', params: {} }
  if (!windowOpen(state.decryption, context.now)) return { code: 'decryption-closed', params: {} }
  return null
}

/** Records what opening a file with its bidder's key yielded; the window closes with the last file. */
export function decryptBid(
  state: SessionState,
  { fileId, method, outcome }: CommandShapes['DecryptBid'],
  context: Context,
): Decision {
  const problem = decryptionProblem(state, context, fileId)
  if (problem) return err(problem)
  const bidderCode = context.actor.unitCode ?? ''
  const columns = state.tender?.columns ?? []
  if (!outcome.ok)
    return ok([event('DecryptionRefused', { bidderCode, fileId, method, cause: outcome.cause })])
  if (figuresProblem(columns, outcome.figures)) {
    return ok([event('DecryptionRefused', { bidderCode, fileId, method, cause: 'bad-content' })])
  }
  const events: SessionEvent[] = [
    event('BidDecrypted', { bidderCode, fileId, method }, { fileIdentity: outcome.fileIdentity }),
    event(
      'BidImported',
      { bidderCode, fileId, documentCount: outcome.documents.length },
      { figures: outcome.figures, documents: outcome.documents },
    ),
  ]
  const last = pending(state).every((bidder) => bidder.code === bidderCode)
  return ok(last ? [...events, event('DecryptionClosed', { cause: 'all-opened' })] : events)
}

/** The server's clock closes the window; each bid not opened fails with its cause on record (D6). */
export function closeDecryption(state: SessionState, { now }: Context): Decision {
  const { decryption } = state
  if (!decryption || decryption.closed || now < epochOf(decryption.deadline)) return ok([])
  return ok([event('DecryptionClosed', { cause: 'time-out' }), ...pending(state).flatMap(failure)])
}

function failure(bidder: BidderState): SessionEvent[] {
  if (!bidder.submission) return []
  const cause = bidder.file.status === 'refused' ? bidder.file.cause : 'time-out'
  // A stored file that is not what was submitted is not its bidder's doing.
  const kind = cause === 'damaged-file' ? 'withdrawn' : 'revoked'
  return [event('BidFailed', { bidderCode: bidder.code, fileId: bidder.submission.fileId, kind, cause })]
}

/** Bidders whose file is still to be opened. */
function pending(state: SessionState): BidderState[] {
  return submitters(state).filter(({ file }) => file.status === 'sealed' || file.status === 'refused')
}

/** Marks an opened bid invalid at the opening, or takes the mark back (S1 §7 setBadBidStatus). */
export function markBid(
  state: SessionState,
  { bidderCode, invalid, note }: CommandShapes['MarkBid'],
): Decision {
  const bidder = state.bidders[bidderCode]
  if (!bidder) return reject('unknown-bidder')
  if (state.confirmation) return reject('locked-by-confirmation')
  if (bidder.file.status !== 'imported') return reject('bid-not-opened')
  if (invalid && note.trim() === '') return reject('note-missing')
  return ok([event('BidMarked', { bidderCode, invalid, note: invalid ? note.trim() : '' })])
}

/** The announcement check (S0 §4): step 2 entered, the command given, no file still to be opened. */
export function announcementProblem(state: SessionState): Rejection | null {
  if (state.flow < flow.opening) return { code: 'enter-opening-first', params: {} }
  if (!state.decryption) return { code: 'decryption-not-issued', params: {} }
  if (!state.decryption.closed) return { code: 'imports-pending', params: { count: pending(state).length } }
  return null
}

/**
 * Entering step 3 makes every opened bid's figures public at once. A check that fails after the announcement
 * falls back to 15; without an announcement flow the session goes on to the end (S0 §4).
 */
export function enterAnnouncement(state: SessionState): Decision {
  const problem = announcementProblem(state)
  if (problem && state.flow >= flow.announcement) return ok([event('FlowReset', { flow: flow.opening })])
  if (problem) return err(problem)
  if (state.flow >= flow.announcement) return ok([])
  const opened = openedBidders(state)
  const started = event('AnnouncementStarted', { bidderCount: submitters(state).length })
  if (state.tender && !hasAnnouncement(state.tender.bidStyle)) return ok([started, event('EndEntered', {})])
  const announced = opened.flatMap((bidder) =>
    bidder.opened ? [event('BidAnnounced', { bidderCode: bidder.code, figures: bidder.opened })] : [],
  )
  return ok([started, ...announced])
}
