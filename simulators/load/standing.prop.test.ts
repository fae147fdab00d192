import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEntry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { ownPart, sharedViewer } from '#domain/session/own-part.ts'
import { initial } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { viewState } from '#domain/session/view-state.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf, stages } from '#test/domain/session.ts'
import { emptyStanding, readEntry, standingIn } from './standing.ts'

type Entries = ReturnType<typeof openingOf>['entries']

/** Compares, at every seq, what the entries say to a bidder with what a snapshot says. */
function expectSame(entries: Entries, unitCode: string): void {
  const viewer: Viewer = { role: 'bidder', unitCode, seesSupervisor: false }
  const whole = initial()
  const standing = emptyStanding()
  for (const entry of entries) {
    applyEntry(whole, entry)
    readEntry(standing, unitCode, viewFor(viewer, entry))
    const snapshot = { state: viewState(sharedViewer(viewer), whole), own: ownPart(viewer, whole) }
    const sent = JSON.parse(JSON.stringify(snapshot))
    expect(standing, `after entry ${entry.seq}, ${entry.type}`).toEqual(standingIn(sent, unitCode))
  }
}

const plans: fc.Arbitrary<BidPlan[]> = fc
  .array(fc.constantFrom('opens', 'time-out', 'wrong-key', 'silent'), { minLength: 2, maxLength: 4 })
  .map((fates) =>
    fates.map((fate, index) => ({
      ...{ name: `bidder ${index + 1}`, figures: { price: `${index + 1}00.00` } },
      ...(fate === 'time-out' || fate === 'wrong-key' ? { fails: fate } : {}),
      ...(fate === 'silent' ? { signs: false } : {}),
    })),
  )

test('at every seq a bidder stands where a snapshot says, by the entries alone', () => {
  fc.assert(
    fc.property(plans, fc.constantFrom(...stages), fc.constantFrom(1, 2, 3), (bids, stage, n) => {
      expectSame(openingOf(bids, stage).entries, bidderCode(n))
    }),
    { seed: 18, numRuns: 60 },
  )
})
