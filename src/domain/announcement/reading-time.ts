import { characterCount } from '#lib/character-count.ts'
import type { SessionState } from '../session/state.ts'
import type { BidderState } from '../submission/bid-state.ts'
import { standingOf } from '../submission/bids.ts'
import { columnsOfEnvelope } from '../tender/tender.ts'

/** How fast voices read Chinese: by measure of the recorded clips. */
const charactersPerSecond = 4
const mostMs = 60_000
/** Of the words that say that a bid was not opened and why, and of those before the reason of an invalid one. */
const characters = { failed: 24, invalid: 10 } as const

/**
 * How long the words of a bid take to be said (ms), so that the clock does not cut them off at a shorter pace (ANN-10).
 * Estimated from their characters; a number is said with about twice as many as it has digits.
 */
export function leastReadingMs(state: SessionState, bidderCode: string): number {
  const bidder = state.bidders[bidderCode]
  if (!bidder) return 0
  const count = characterCount(bidder.name) + charactersOf(state, bidder)
  return Math.min(mostMs, (count / charactersPerSecond) * 1000)
}

function charactersOf(state: SessionState, bidder: BidderState): number {
  if (standingOf(state, bidder).status === 'failed') return characters.failed
  if (bidder.invalid) return characters.invalid + characterCount(bidder.invalid.note)
  const columns = state.tender ? columnsOfEnvelope(state.tender, state.stage.number) : []
  return columns.reduce((sum, { key, title, kind, unit }) => {
    const value = bidder.figures?.[key] ?? ''
    if (value === '') return sum
    const said = kind === 'text' ? characterCount(value) : 2 * value.length + characterCount(unit)
    return sum + characterCount(title.zh) + said
  }, 0)
}
