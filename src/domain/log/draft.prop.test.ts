import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSession } from '#test/domain/random-session.ts'
import { frozen } from '#test/support/frozen.ts'
import { initial, type SessionState } from '../session/state.ts'
import { createDraft } from './draft.ts'
import { applyEntry, type Entry } from './entry.ts'

const options = { seed: 1, numRuns: 100 }

describe('a draft', () => {
  test('equals folding in place, and changes nothing of its base', () =>
    fc.assert(
      fc.property(
        randomSession,
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        fc.boolean(),
        ({ entries }, lengths, expected) => {
          let state = frozen(initial())
          const plain = initial()
          for (const batch of batchesOf(entries, lengths)) {
            // The base is frozen: writing to it throws.
            const draft = createDraft(state, expected ? batch.length : undefined)
            for (const entry of batch) draft.apply(entry)
            for (const entry of batch) applyEntry(plain, entry)
            expect(draft.state).toEqual(plain)
            state = frozen(draft.state)
          }
          expect(prototypesOf(state)).toEqual(prototypesOf(plain))
        },
      ),
      options,
    ))
})

function* batchesOf(entries: readonly Entry[], lengths: readonly number[]): Generator<Entry[]> {
  for (let place = 0, i = 0; place < entries.length; i += 1) {
    const length = lengths[i % lengths.length] ?? 1
    yield entries.slice(place, place + length)
    place += length
  }
}

/** The prototypes of the records keyed by code, which must be null. */
function prototypesOf(state: SessionState): unknown[] {
  return [state.bidders, state.entrants, state.objections, state].map((record) =>
    Object.getPrototypeOf(record),
  )
}
