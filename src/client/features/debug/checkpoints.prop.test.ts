import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noEntries } from '#client/store/entry-list.ts'
import { applyEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { randomSession } from '#test/domain/random-session.ts'
import { type Checkpoints, checkpointsOf, type KnownLog, stateAt } from './checkpoints.ts'

const options = { seed: 1, numRuns: 40 }

function foldTo(entries: readonly VisibleEntry[], seq: number): SessionState {
  const state = initial()
  for (const entry of entries.slice(0, seq)) applyEntry(state, entry)
  return state
}

/** Entries `from`…`to`, in chunks like frames, and the snapshot before them where there is one. */
function known(
  entries: readonly VisibleEntry[],
  from: number,
  to: number,
  base: SessionState | null,
): KnownLog {
  let list = noEntries
  for (let at = from - 1; at < to; at += 7) list = list.append(entries.slice(at, Math.min(to, at + 7)))
  return { entries: list, from, base }
}

test('the state at every moment equals the fold from the start, however the log grew', () =>
  fc.assert(
    fc.property(
      randomSession,
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat(), { maxLength: 6 }),
      ({ entries }, every, growth) => {
        let checkpoints: Checkpoints = []
        const steps = [
          ...growth.map((step) => step % (entries.length + 1)).sort((a, b) => a - b),
          entries.length,
        ]
        for (const to of steps) checkpoints = checkpointsOf(known(entries, 1, to, null), checkpoints, every)
        const log = known(entries, 1, entries.length, null)
        for (let seq = 0; seq <= entries.length; seq += 1) {
          expect(stateAt(log, checkpoints, seq)).toEqual(foldTo(entries, seq))
        }
        expect(stateAt(log, checkpoints, entries.length + 1)).toBeNull()
      },
    ),
    options,
  ))

test('after a snapshot only later moments are known, and all of them once earlier entries have been read', () =>
  fc.assert(
    fc.property(
      randomSession,
      fc.integer({ min: 1, max: 20 }),
      fc.nat(),
      fc.nat(),
      ({ entries }, every, part, read) => {
        const at = part % (entries.length + 1)
        const base = at === 0 ? null : foldTo(entries, at)
        const joined = known(entries, at + 1, entries.length, base)
        let checkpoints = checkpointsOf(joined, [], every)
        for (const seq of [0, at - 1, at, at + 1, entries.length]) {
          const expected = seq < at || seq > entries.length ? null : foldTo(entries, seq)
          expect(stateAt(joined, checkpoints, seq)).toEqual(expected)
        }
        // Reads one page of earlier entries, then the rest.
        for (const from of [1 + (read % (at + 1)), 1]) {
          const log = known(entries, from, entries.length, base)
          checkpoints = checkpointsOf(log, checkpoints, every)
          expect(stateAt(log, checkpoints, at)).toEqual(foldTo(entries, at))
        }
        const whole = known(entries, 1, entries.length, base)
        expect(stateAt(whole, checkpoints, at >> 1)).toEqual(foldTo(entries, at >> 1))
      },
    ),
    options,
  ))

test('checkpoints of another log of the same length are discarded', () =>
  fc.assert(
    fc.property(randomSession, randomSession, ({ entries: one }, { entries: other }) => {
      const length = Math.min(one.length, other.length)
      const before = checkpointsOf(known(one, 1, length, null), [], 3)
      const log = known(other, 1, length, null)
      const checkpoints = checkpointsOf(log, before, 3)
      for (let seq = 0; seq <= length; seq += 1) {
        expect(stateAt(log, checkpoints, seq)).toEqual(foldTo(other, seq))
      }
    }),
    options,
  ))
