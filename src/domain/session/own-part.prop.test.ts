import fc from 'fast-check'
import { expect, test } from 'vitest'
import { viewers as everybody, randomSession } from '#test/domain/random-session.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { applyEntry } from '../log/entry.ts'
import { roles, type Viewer } from './actor.ts'
import { ownPart, sharedViewer, withOwnPart } from './own-part.ts'
import { initial, reviveState, type SessionState } from './state.ts'
import { viewFor } from './view.ts'
import { viewState } from './view-state.ts'

const viewers: Viewer[] = [
  ...everybody,
  ...roles.flatMap((role) =>
    [bidderCode(1), bidderCode(2), '__proto__', null].flatMap((unitCode) =>
      [true, false].map((seesSupervisor) => ({ role, unitCode, seesSupervisor })),
    ),
  ),
]

/** Through JSON, as on the wire. */
function sent<T extends object>(part: T): T {
  return JSON.parse(JSON.stringify(part))
}

test('[SNP-6] the shared part and the own part together are the state as the viewer may see it', () => {
  fc.assert(
    fc.property(randomSession, fc.constantFrom(...viewers), fc.nat(), ({ entries }, viewer, upTo) => {
      const whole = initial()
      for (const entry of entries.slice(0, 1 + (upTo % entries.length))) applyEntry(whole, entry)
      const shared = sent({ ...viewState(sharedViewer(viewer), whole) })
      const own = sent(ownPart(viewer, whole))
      expect(reviveState(withOwnPart(shared, own))).toEqual(viewState(viewer, whole))
      if (viewer.role !== 'bidder') expect(own).toEqual({})
    }),
    { seed: 1, numRuns: 400 },
  )
})

test('[SNP-6] the shared part is what a bidder without a bid folds, so that it has nothing that only one may see', () => {
  fc.assert(
    fc.property(randomSession, fc.constantFrom(1, 2, 3), ({ entries }, n) => {
      const viewer: Viewer = { role: 'bidder', unitCode: bidderCode(n), seesSupervisor: true }
      const [whole, stranger]: [SessionState, SessionState] = [initial(), initial()]
      for (const entry of entries) {
        applyEntry(whole, entry)
        applyEntry(stranger, viewFor({ ...viewer, unitCode: 'nobody' }, entry))
      }
      expect(viewState(sharedViewer(viewer), whole)).toEqual(stranger)
    }),
    { seed: 1, numRuns: 100 },
  )
})
