import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSession, viewers } from '#test/domain/random-session.ts'
import { schemaProblem } from '#test/domain/schema-problem.ts'
import { overviewHash, recordHash } from '../ending/record.ts'
import { applyEntry, type VisibleEntry } from '../log/entry.ts'
import { initial, type SessionState } from './state.ts'
import { viewFor } from './view.ts'

const options = { seed: 1, numRuns: 30 }

function fold(entries: readonly VisibleEntry[]): SessionState {
  const state = initial()
  for (const entry of entries) applyEntry(state, entry)
  return state
}

test('every entry fits the schemas of its event', () =>
  fc.assert(
    fc.property(randomSession, ({ entries }) => {
      expect(entries.flatMap((entry) => schemaProblem(entry) ?? [])).toEqual([])
    }),
    options,
  ))

describe('the fold', () => {
  test('of the whole log equals the state that the server decided on', () =>
    fc.assert(
      fc.property(randomSession, (session) => {
        expect(fold(JSON.parse(JSON.stringify(session.entries)))).toEqual(session.state)
      }),
      options,
    ))

  test('never throws on missing or reordered entries', () =>
    fc.assert(
      fc.property(
        randomSession,
        fc.array(fc.nat(5), { minLength: 50, maxLength: 100 }),
        ({ entries }, dice) => {
          const mixed = entries
            .map((entry, i) => ({ entry, die: dice[i % dice.length] ?? 1, place: i }))
            .filter(({ die }) => die !== 0)
            .sort((a, b) => a.place + 3 * a.die - b.place - 3 * b.die)
          expect(() => fold(mixed.map(({ entry }) => entry))).not.toThrow()
        },
      ),
      options,
    ))

  test('changes no other object, whatever a bidder’s code is', () =>
    fc.assert(
      fc.property(
        randomSession,
        fc.constantFrom('constructor', '__proto__', 'toString'),
        ({ entries }, code) => {
          const renamed: VisibleEntry[] = JSON.parse(JSON.stringify(entries).replaceAll('B0001', code))
          const keys = Object.getOwnPropertyNames(Object.prototype)
          const before = Object.getOwnPropertyNames(Object)
          expect(() => fold(renamed)).not.toThrow()
          expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(keys)
          expect(Object.getOwnPropertyNames(Object)).toEqual(before)
        },
      ),
      options,
    ))
})

describe('the fold of a view', () => {
  test('ends at the same entry and step', () =>
    fc.assert(
      fc.property(randomSession, (session) => {
        for (const viewer of viewers) {
          const { seq, status, flow, frozen } = fold(session.entries.map((entry) => viewFor(viewer, entry)))
          const { state } = session
          expect({ seq, status, flow, frozen }).toEqual({
            seq: state.seq,
            status: state.status,
            flow: state.flow,
            frozen: state.frozen,
          })
        }
      }),
      options,
    ))

  test("gives bidders and opener the server's overview from the announcement on, and its record once it is fixed", () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        const begun = entries.findIndex((entry) => entry.type === 'AnnouncementStarted')
        fc.pre(begun >= 0)
        const everyone = viewers.filter(({ role }) => role === 'bidder' || role === 'opener')
        const folds = everyone.map((viewer) => ({ viewer, state: initial() }))
        const server = initial()
        for (const [i, entry] of entries.entries()) {
          applyEntry(server, entry)
          const due = i >= begun
          const hashes = (state: SessionState) => ({
            overview: overviewHash(state),
            record: server.signing ? recordHash(state) : null,
          })
          const expected = due ? hashes(server) : null
          for (const { viewer, state } of folds) {
            applyEntry(state, viewFor(viewer, entry))
            if (due) expect(hashes(state)).toEqual(expected)
          }
        }
      }),
      options,
    ))

  test('keeps the record that was signed', () =>
    fc.assert(
      fc.property(randomSession, ({ state }) => {
        fc.pre(state.signing !== null)
        expect(recordHash(state)).toBe(state.signing?.recordHash)
      }),
      options,
    ))
})
