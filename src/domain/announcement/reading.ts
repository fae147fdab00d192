import { epochOf } from '#lib/time.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { flow, hasAnnouncement } from '../session/flow.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { biddersOf, filesIn, hasParticipants, isOpened, participants } from '../submission/bids.ts'
import type { Figures } from '../submission/figures.ts'
import { announcementProblem } from './announcement-problem.ts'
import type { Reading } from './announcement-state.ts'
import { leastReadingMs } from './reading-time.ts'

/** Whose bid is read at a place of the list, from 1; every bidder who takes part is read (ANN-9). */
export function bidderAt(state: SessionState, position: number): BidderState | null {
  return participants(state)[position - 1] ?? null
}

/** The reading that is under way; null before its start and after its end. */
export function runningReading({ announcement }: Pick<SessionState, 'announcement'>): Reading | null {
  const reading = announcement?.reading ?? null
  return reading && reading.endedAt === null ? reading : null
}

/** The place of the bid that is read next; null where none is. */
export function nextPosition(state: SessionState): number | null {
  const { announcement } = state
  if (!announcement || announcement.reading?.endedAt) return null
  const next = (announcement.reading?.position ?? 0) + 1
  return next <= participants(state).length ? next : null
}

/** Whether step 4 waits for the end of the reading (END-17). */
export function isReadingDue(state: SessionState): boolean {
  if (state.tender && !hasAnnouncement(state.tender.bidStyle)) return false
  if (state.announcement?.reading?.endedAt) return false
  return hasParticipants(state)
}

/** Why the reading cannot start (ANN-8); null when it can. */
export function startProblem(state: SessionState): Rejection | null {
  if (state.flow < flow.announcementLowest || !state.announcement) {
    return { code: 'enter-announcement-first', params: {} }
  }
  if (state.flow >= flow.end) return { code: 'reading-ended', params: {} }
  const problem = announcementProblem(state)
  if (problem) return problem
  return state.announcement.reading ? { code: 'reading-already-started', params: {} } : null
}

/** Why a running reading cannot be led (ANN-10); null when it can. */
export function leadingProblem(state: SessionState): Rejection | null {
  const reading = state.announcement?.reading
  if (!reading) return { code: 'announce-first', params: {} }
  return reading.endedAt === null ? null : { code: 'reading-ended', params: {} }
}

/** The bid at a place is read; its figures become public with it unless they are already (ANN-11). */
export function readingOf(state: SessionState, position: number): SessionEvent[] {
  const bidder = bidderAt(state, position)
  if (!bidder) return []
  return [
    ...disclosureOf(state, (other) => other.code === bidder.code),
    event('BidRead', { bidderCode: bidder.code, position }),
  ]
}

/** The figures of opened bids that are not public yet become so. */
export function disclosureOf(
  state: SessionState,
  wanted: (bidder: BidderState) => boolean = () => true,
): SessionEvent[] {
  // One is wanted for each bid that is read, so that the cheap questions come first.
  return biddersOf(state)
    .filter((bidder) => bidder.figures === null && wanted(bidder) && isOpened(state, bidder))
    .map((bidder) =>
      event('BidAnnounced', { bidderCode: bidder.code, figures: openedFigures(state, bidder) }),
    )
}

/** The reading ends ahead of its last bid; what was not read becomes public at once (ANN-12). */
export function cutShort(state: SessionState, reason: string): SessionEvent[] {
  return [event('ReadingCutShort', { reason }), ...disclosureOf(state)]
}

/** Whether a bidder's row can be checked: its figures are public, or a bid without figures has been read. */
export function isRowPublic(state: SessionState, { code, figures }: BidderState): boolean {
  const reading = state.announcement?.reading
  if (figures !== null || reading?.endedAt) return true
  const place = participants(state).findIndex((other) => other.code === code) + 1
  return place > 0 && place <= (reading?.position ?? 0)
}

/** When the clock reads on (epoch ms), at the pace but not before the bid's words are said; null where the opener does. */
export function readsOnAt(state: SessionState): number | null {
  const reading = runningReading(state)
  if (!reading || reading.paused || reading.pace === null) return null
  const { since, pace, bidderCode } = reading
  return epochOf(since) + Math.max(pace * 1000, bidderCode === null ? 0 : leastReadingMs(state, bidderCode))
}

/** The figures of a bidder's opened files in the current envelope. */
function openedFigures(state: SessionState, bidder: BidderState): Figures {
  return Object.assign({}, ...filesIn(state, bidder).map(({ opened }) => opened))
}
