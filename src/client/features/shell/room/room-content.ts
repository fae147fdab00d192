import { runningReading } from '#domain/announcement/reading.ts'
import { type DrawState, drawsOf } from '#domain/draw/draw-state.ts'
import type { Role } from '#domain/session/actor.ts'
import { isPreparing, phaseCount, phaseOf } from '#domain/session/phase.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { standingOf } from '#domain/submission/bids.ts'

/** Who may open the view for the room: who leads the opening, and who watches it. */
export function mayShowRoom(role: Role | null): boolean {
  return role === 'opener' || role === 'supervisor'
}

/** The draw shown to the room in step 1: the running one, or the last one with its result; null where none is. */
export function roomDraw(state: SessionState): DrawState | null {
  return isPreparing(state) ? (drawsOf(state).at(-1) ?? null) : null
}

/**
 * The bid shown to the room as being read; null while none is, and during an inquiry, which may be ordered before the
 * reading ends.
 */
export function roomReading(state: SessionState): ReturnType<typeof runningReading> {
  return phaseOf(state) === 'reading' ? runningReading(state) : null
}

/** What the large part of the room's view shows. */
export type RoomPart = 'halt' | 'draw' | 'bid' | 'count' | 'section' | 'end'

export function roomPart(state: SessionState): RoomPart {
  if (state.lot !== 'open') return 'halt'
  const phase = phaseOf(state)
  if (phase === 'ended' || phase === 'between') return 'end'
  if (roomDraw(state)) return 'draw'
  if (state.bidders[roomReading(state)?.bidderCode ?? '']) return 'bid'
  return phaseCount(state) ? 'count' : 'section'
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
