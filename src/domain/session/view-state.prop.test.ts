import fc from 'fast-check'
import { expect, test } from 'vitest'
import { viewers as everybody, randomSession } from '#test/domain/random-session.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf, stages } from '#test/domain/session.ts'
import { viewsOf } from '#test/domain/views-of.ts'
import { type Role, roles, type Viewer } from './actor.ts'
import { reviveState } from './state.ts'

const plans: fc.Arbitrary<BidPlan[]> = fc
  .array(
    fc.record({
      price: fc.integer({ min: 1, max: 999_999 }),
      fate: fc.constantFrom('opens', 'absent', 'time-out', 'wrong-key', 'invalid', 'silent'),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((bids) => [
    { name: 'first', figures: { price: '100.00' } },
    ...(bids.map(({ price, fate }, index) => ({
      name: `bidder ${index + 2}`,
      figures: fate === 'absent' ? null : { price: `${price}.00` },
      ...(fate === 'time-out' || fate === 'wrong-key' ? { fails: fate } : {}),
      ...(fate === 'invalid' ? { invalid: 'unsigned' } : {}),
      ...(fate === 'silent' ? { signs: false } : {}),
    })) as BidPlan[]),
  ])

const viewers = fc.record({
  role: fc.constantFrom<Role>(...roles),
  unitCode: fc.constantFrom(bidderCode(1), bidderCode(2), null),
  seesSupervisor: fc.boolean(),
}) satisfies fc.Arbitrary<Viewer>

test('[SES-16] at every seq the viewed state, also after JSON, equals the fold of the viewed entries', () => {
  fc.assert(
    fc.property(plans, fc.constantFrom(...stages), viewers, (bids, stage, anyViewer) => {
      const viewer = anyViewer.role === 'system' ? { ...anyViewer, seesSupervisor: true } : anyViewer
      for (const { viewed, seen } of viewsOf(viewer, openingOf(bids, stage).entries)) {
        expect(viewed).toEqual(seen)
        expect(reviveState(JSON.parse(JSON.stringify(viewed)))).toEqual(seen)
      }
    }),
    { seed: 1, numRuns: 60 },
  )
})

test('the same holds in random sessions with objections and two envelopes', () => {
  fc.assert(
    fc.property(randomSession, fc.constantFrom(...everybody), ({ entries }, viewer) => {
      for (const { viewed, seen } of viewsOf(viewer, entries)) expect(viewed).toEqual(seen)
    }),
    { seed: 1, numRuns: 150 },
  )
})
