import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSessionStore, type SessionStore } from '#client/store/session-store.ts'
import { applyEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { initial, reviveState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { LogSignal } from '#streams/log-position.ts'
import { randomSession, viewers } from '#test/domain/random-session.ts'
import { createLineReader } from './log-lines.ts'

const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('batch'), length: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('page'), length: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('loading', 'failed') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('reader comes', 'reader goes') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('snapshot'), ahead: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset') }) },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

/** A store that keeps few entries and one that keeps all, which take the same log. */
function twoStores(log: readonly VisibleEntry[], keeps: number) {
  const few = createSessionStore(keeps)
  const all = createSessionStore(Number.POSITIVE_INFINITY)
  let seq = 0

  function take(signal: LogSignal): void {
    for (const store of [few, all]) store.take(signal)
  }

  /** Reads the entries from `first` on that a store does not know. */
  function readBack(store: SessionStore, first: number): void {
    const entries = log.slice(first - 1, store.getState().from - 1)
    if (entries.length > 0) store.takeEarlier({ kind: 'page', entries })
  }

  function happens(what: Happening): void {
    if (what.kind === 'batch') {
      const entries = log.slice(seq, seq + what.length)
      seq += entries.length
      if (entries.length > 0) take({ kind: 'batch', entries, joinedAt: 0 })
    } else if (what.kind === 'page') {
      const first = Math.max(1, few.getState().from - what.length)
      for (const store of [few, all]) readBack(store, first)
    } else if (what.kind === 'loading' || what.kind === 'failed') {
      if (few.getState().from > 1) few.takeEarlier({ kind: what.kind })
    } else if (what.kind === 'snapshot') {
      if (seq === log.length) return
      const state = initial()
      seq = Math.min(log.length, seq + what.ahead)
      for (const entry of log.slice(0, seq)) applyEntry(state, entry)
      const shown = reviveState(JSON.parse(JSON.stringify(state)))
      take({ kind: 'snapshot', state: shown, seq, hash: log[seq - 1]?.hash ?? '', joinedAt: 0 })
    } else if (what.kind === 'reset') {
      seq = 0
      take({ kind: 'reset' })
    } else few.setState({ readers: what.kind === 'reader comes' ? 1 : 0 })
  }
  return { few, all, happens }
}

test('[SNP-7] who keeps few entries has the state, the last lines and the warnings of who keeps all', () => {
  let dropped = 0
  let warned = 0
  fc.assert(
    fc.property(
      randomSession,
      fc.constantFrom(...viewers),
      fc.integer({ min: 1, max: 60 }),
      fc.array(happening, { minLength: 10, maxLength: 40 }),
      ({ entries }, viewer, keeps, story) => {
        const log = entries.map((entry) => viewFor(viewer, entry))
        const { few, all, happens } = twoStores(log, keeps)
        const [readFew, readAll] = [createLineReader(), createLineReader()]
        for (const what of story) {
          const before = few.getState().state
          happens(what)
          const [some, whole] = [few.getState(), all.getState()]
          expect(some.state).toEqual(whole.state)
          expect(some.alarm).toBeNull()
          expect(some.from).toBe(some.state.seq - some.entries.length + 1)
          expect([...some.entries]).toEqual([...whole.entries].slice(some.from - whole.from))
          expect(some.earlier === 'none').toBe(some.from === 1)
          const isFree = some.readers === 0 && some.earlier !== 'loading'
          if (some.state !== before && what.kind === 'batch' && isFree)
            expect(some.entries.length).toBeLessThanOrEqual(keeps * 1.05)
          // Later than the last entry, so that warnings are due.
          const now = epochOf(entries[some.state.seq - 1]?.at ?? isoTime(0)) + 3_600_000
          const lines = readFew(some.entries.chunks, now, some.dropped)
          const expected = readAll(whole.entries.chunks, now)
          expect(lines.lines).toEqual(expected.lines.filter(({ entry }) => entry.seq >= some.from))
          expect(lines.people).toEqual(expected.people)
          if (some.from > whole.from) dropped += 1
          if (some.from > whole.from && lines.lines.some(({ warning }) => warning)) warned += 1
        }
      },
    ),
    { numRuns: 300, seed: 20_261_128 },
  )
  expect([dropped > 1000, warned > 50]).toEqual([true, true])
})
