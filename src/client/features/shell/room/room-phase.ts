import { runningReading } from '#domain/announcement/reading.ts'
import { type DrawState, drawsOf, runningDraw } from '#domain/draw/draw-state.ts'
import { askedBidders } from '#domain/inquiry/inquiry.ts'
import type { Role } from '#domain/session/actor.ts'
import { flow } from '#domain/session/flow.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { openedBidders, participants, standingOf } from '#domain/submission/bids.ts'

/** What the room is told is happening. */
export type RoomPhase =
  | 'preparation'
  | 'drawing'
  | 'beforeCommand'
  | 'decrypting'
  | 'opened'
  | 'beforeReading'
  | 'reading'
  | 'read'
  | 'inquiring'
  | 'inquired'
  | 'end'
  | 'confirming'
  | 'signing'
  | 'signed'
  | 'between'
  | 'ended'

export function roomPhase(state: SessionState): RoomPhase {
  if (state.endedAt) return 'ended'
  if (betweenEnvelopes(state)) return 'between'
  if (state.flow >= flow.end) return endPhase(state)
  if (state.announcement && state.flow >= flow.announcementLowest) return announcementPhase(state)
  if (state.flow < flow.opening) return runningDraw(state) ? 'drawing' : 'preparation'
  if (!state.decryption) return 'beforeCommand'
  return state.decryption.closed ? 'opened' : 'decrypting'
}

function endPhase({ confirmation, signing }: SessionState): RoomPhase {
  if (signing) return signing.closed ? 'signed' : 'signing'
  return confirmation && !confirmation.closed ? 'confirming' : 'end'
}

function announcementPhase(state: SessionState): RoomPhase {
  if (runningReading(state)) return 'reading'
  if (state.inquiry) return state.inquiry.closed ? 'inquired' : 'inquiring'
  return state.announcement?.reading ? 'read' : 'beforeReading'
}

/** Who may open the view for the room: who leads the opening, and who watches it. */
export function mayShowRoom(role: Role | null): boolean {
  return role === 'opener' || role === 'supervisor'
}

/** The bidders shown to the room; none before step 2, when nobody outside may know who bids. */
export function roomBidders(state: SessionState): BidderState[] {
  return isPreparation(state) ? [] : participants(state)
}

/** The draw shown to the room in step 1: the running one, or the last one with its result; null where none is. */
export function roomDraw(state: SessionState): DrawState | null {
  return isPreparation(state) ? (drawsOf(state).at(-1) ?? null) : null
}

function isPreparation(state: SessionState): boolean {
  const phase = roomPhase(state)
  return phase === 'preparation' || phase === 'drawing'
}

/** How many bidders have done what the phase waits for; null where it waits for none of them. */
export function roomCount(state: SessionState): { readonly done: number; readonly total: number } | null {
  const all = roomBidders(state)
  const of = (done: number) => ({ done, total: all.length })
  switch (roomPhase(state)) {
    case 'decrypting':
    case 'opened':
    case 'beforeReading':
      return of(openedBidders(state).length)
    case 'reading':
    case 'read':
      return of(state.announcement?.reading?.position ?? 0)
    case 'inquiring':
    case 'inquired':
      return of(askedBidders(state).filter(({ answer }) => answer).length)
    case 'confirming':
      return of(all.filter(({ confirmed }) => confirmed !== 'no').length)
    case 'signing':
    case 'signed':
    case 'ended':
      return of(all.filter(({ signature }) => signature !== null).length)
    default:
      return null
  }
}

/** What is said of a bid in the list, by its text key. */
export function roomStanding(
  state: SessionState,
  bidder: BidderState,
): 'opened' | 'failed' | 'invalid' | 'waits' {
  const { status } = standingOf(state, bidder)
  if (status === 'failed' || status === 'left-out') return 'failed'
  if (status !== 'imported') return 'waits'
  return bidder.invalid ? 'invalid' : 'opened'
}
