import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSession } from '#test/domain/random-session.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { viewsOf } from '#test/domain/views-of.ts'
import type { BidderState } from '../submission/bid-state.ts'
import type { Viewer } from './actor.ts'
import { contradicts, contradictsPreview } from './contradicts.ts'
import { reviveState, type SessionState } from './state.ts'

const viewers: readonly Viewer[] = [
  { role: 'bidder', unitCode: bidderCode(1), seesSupervisor: false },
  { role: 'opener', unitCode: 'unit', seesSupervisor: true },
]

/** Through JSON, as a snapshot arrives. */
function sent(state: SessionState): SessionState {
  return reviveState(JSON.parse(JSON.stringify(state)))
}

describe('[ALM-4] [RIV-2] a later state of the same log', () => {
  test('never contradicts an earlier one, nor what the bidder’s preview had', () =>
    fc.assert(
      fc.property(randomSession, fc.constantFrom(...viewers), fc.nat(6), ({ entries }, viewer, offset) => {
        const kept: SessionState[] = []
        let place = 0
        for (const { viewed } of viewsOf(viewer, entries)) {
          place += 1
          if (place % 7 !== offset && place !== entries.length) continue
          const later = sent(viewed)
          for (const before of kept) {
            expect(contradicts(before, later)).toBe(false)
            // Until the bids are closed a bidder has a preview, which says the same with other numbers.
            if (viewer.role === 'bidder' && !before.frozen) {
              expect(contradictsPreview({ ...before, seq: 1 }, later)).toBe(false)
            }
          }
          kept.push(later)
        }
      }),
      { seed: 3, numRuns: 60 },
    ))
})

describe('[ALM-4] a state contradicts what was seen', () => {
  const { state } = openingOf([1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) })))
  const before = sent(state)
  const forged = (change: (copy: SessionState) => unknown) => {
    const copy = sent(state)
    copy.seq += 1
    change(copy)
    return contradicts(before, copy)
  }

  test('with another price, bidder, sealed file, section or document, or without them', () => {
    const withFirst = (change: Partial<BidderState>) =>
      forged((copy) => Object.assign(copy.bidders[bidderCode(1)] ?? {}, change))
    expect(forged(() => {})).toBe(false)
    expect(withFirst({ figures: { ...figuresOf(1), price: '1.00' } })).toBe(true)
    expect(withFirst({ figures: null })).toBe(true)
    expect(withFirst({ files: {} as BidderState['files'] })).toBe(true)
    expect(forged(({ order }) => order.pop())).toBe(true)
    for (const change of [{ frozen: false }, { endedAt: null }, { tender: null }, { seq: before.seq - 1 }])
      expect(forged((copy) => Object.assign(copy, change))).toBe(true)
  })
})
