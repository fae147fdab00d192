import { err, ok } from '#lib/result.ts'
import { openingProblem } from '../preparation/entry-check.ts'
import type { CommandShapes } from '../session/command.ts'
import {
  type Context,
  type Decision,
  deadlineAfter,
  isPositiveInteger,
  longestWindowMinutes,
} from '../session/context.ts'
import { event, type FrozenBid, type SessionEvent } from '../session/event.ts'
import { flow, hasAnnouncement } from '../session/flow.ts'
import { type Rejection, reject } from '../session/rejection.ts'
import type { BidderState, FileState, SessionState } from '../session/state.ts'
import {
  biddersOf,
  filesIn,
  filesOf,
  hasSubmitted,
  isExcluded,
  openedBidders,
  participants,
  standingOf,
  submitters,
} from '../submission/bids.ts'
import type { Figures } from '../submission/figures.ts'
import { isEncrypted } from '../tender/tender.ts'
import { controlPriceDisclosure } from '../tender/tender-files.ts'
import { pending } from './decrypting.ts'

/** Without bid encryption nobody has a key to hand over, and no command is given: the opening of files begins at once (S0 §2). */
export function enterBidOpening(state: SessionState, { rules, now }: Context): Decision {
  if (state.flow >= flow.opening) return ok([])
  const problem = openingProblem(state, rules, now)
  if (problem) return err(problem)
  const entered = event('BidOpeningEntered', {})
  if (isEncrypted(state) || !hasBids(state)) return ok([entered])
  return ok([entered, ...withFreeze(state, event('BidImportStarted', {}))])
}

/**
 * The decryption command (S0 §5). The first freezes every bid's commitments in the log, those of both envelopes; then,
 * or for the second envelope at once, the window opens. A bid that lacks a file it cannot do without is as good as
 * none: it could neither be announced nor compared, and opening a part would give away what the bidder may have
 * meant to keep.
 */
export function startDecryption(
  state: SessionState,
  { limitMinutes }: CommandShapes['StartDecryption'],
  { rules, now }: Context,
): Decision {
  if (state.flow < flow.opening) return reject('enter-opening-first')
  if (!isEncrypted(state)) return reject('bids-not-encrypted')
  if (state.decryption) return reject('decryption-already-issued')
  if (limitMinutes === null) return reject('decryption-limit-missing')
  if (!isPositiveInteger(limitMinutes) || limitMinutes > longestWindowMinutes) {
    return reject('decryption-limit-not-positive-integer')
  }
  if (limitMinutes < rules.minimumDecryptionMinutes) {
    return reject('decryption-limit-too-short', { minimum: rules.minimumDecryptionMinutes })
  }
  if (!hasBids(state)) return reject('no-bids')
  const deadline = deadlineAfter(now, limitMinutes)
  return ok(withFreeze(state, event('DecryptionStarted', { limitMinutes, deadline })))
}

/** Whether there is anything to open in the envelope that is dealt with. */
function hasBids(state: SessionState): boolean {
  return participants(state).some((bidder) => filesIn(state, bidder).length > 0)
}

/** What begins the opening of files; the first time it freezes every bid, and discloses the control price. */
function withFreeze(state: SessionState, started: SessionEvent): SessionEvent[] {
  if (state.frozen) return [started]
  const absent = biddersOf(state)
    .filter((bidder) => !hasSubmitted(state, bidder))
    .map((bidder) => ({ bidderCode: bidder.code, name: bidder.name }))
  const bidsFrozen = event('BidsFrozen', { bids: submitters(state).flatMap(frozenBids), absent })
  return [bidsFrozen, started, ...controlPriceDisclosure(state)]
}

function frozenBids(bidder: BidderState): FrozenBid[] {
  return filesOf(bidder).map(({ kind, submission: { at, manifest: _manifest, ...bid } }) => ({
    bidderCode: bidder.code,
    name: bidder.name,
    kind,
    ...bid,
    submittedAt: at,
  }))
}

/**
 * Marks a bid invalid at the opening, or takes the mark back (S1 §7 setBadBidStatus). Before the command for the second
 * envelope the mark is about the first: it keeps the bid out of the second.
 */
export function markBid(
  state: SessionState,
  { bidderCode, invalid, note }: CommandShapes['MarkBid'],
): Decision {
  const bidder = state.bidders[bidderCode]
  if (!bidder) return reject('unknown-bidder')
  if (state.confirmation) return reject('locked-by-confirmation')
  if (!mayBeMarked(state, bidder)) return reject('bid-not-opened')
  if (invalid && note.trim() === '') return reject('note-missing')
  return ok([event('BidMarked', { bidderCode, invalid, note: invalid ? note.trim() : '' })])
}

/**
 * Whether it is decided what became of a bid, so that a mark could be about it: it was opened, or it failed to. A bid
 * that did not open may be bad as well (S1 §3), and a backup file may still open it.
 */
export function mayBeMarked(state: SessionState, bidder: BidderState): boolean {
  if (state.stage.number === 2 && !state.decryption) return isDecided(standingOf(state, bidder, 1))
  return !isExcluded(state, bidder) && isDecided(standingOf(state, bidder))
}

function isDecided({ status }: FileState): boolean {
  return status === 'imported' || status === 'failed'
}

/** The announcement check (S0 §4): step 2 entered, the command given, no file still to be opened. */
export function announcementProblem(state: SessionState): Rejection | null {
  if (state.flow < flow.opening) return { code: 'enter-opening-first', params: {} }
  if (!state.decryption) return { code: isEncrypted(state) ? 'decryption-not-issued' : 'no-bids', params: {} }
  const count = pending(state).length
  return count > 0 || !state.decryption.closed ? { code: 'imports-pending', params: { count } } : null
}

/**
 * Entering step 3 makes public at once what the opened files of every bid say. A check that fails after the announcement
 * falls back to 15; without an announcement flow the session goes on to the end (S0 §4).
 */
export function enterAnnouncement(state: SessionState): Decision {
  const problem = announcementProblem(state)
  if (problem && state.flow >= flow.announcement) return ok([event('FlowReset', { flow: flow.opening })])
  if (problem) return err(problem)
  if (state.flow >= flow.announcement) return ok([])
  const started = event('AnnouncementStarted', { bidderCount: participants(state).length })
  if (state.tender && !hasAnnouncement(state.tender.bidStyle)) return ok([started, event('EndEntered', {})])
  const announced = openedBidders(state).map((bidder) =>
    event('BidAnnounced', { bidderCode: bidder.code, figures: openedFigures(state, bidder) }),
  )
  return ok([started, ...announced])
}

/** What the files of the envelope that is dealt with say. */
function openedFigures(state: SessionState, bidder: BidderState): Figures {
  return Object.assign({}, ...filesIn(state, bidder).map(({ opened }) => opened))
}
