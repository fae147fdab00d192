import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSession } from '#test/domain/random-session.ts'
import { bidder, bidderCode, supervisor } from '#test/domain/sample-actors.ts'
import type { Viewer } from '../session/actor.ts'
import { mayBeHidden } from '../session/event.ts'
import { viewFor } from '../session/view.ts'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { blindField, type Entry, isHidden } from './entry.ts'

const options = { seed: 7, numRuns: 60 }

const viewers: readonly Viewer[] = [
  ...[1, 2, 3].map((n): Viewer => ({ role: 'bidder', unitCode: bidderCode(n), seesSupervisor: true })),
  { role: 'bidder', unitCode: null, seesSupervisor: false },
  { role: 'opener', unitCode: 'unit', seesSupervisor: false },
  { role: 'agency', unitCode: 'unit', seesSupervisor: false },
  { role: supervisor.role, unitCode: null, seesSupervisor: true },
]

/** The hash of an entry with these commitments. */
function hashOf(entry: Entry, commitments: Entry['commitments']): string {
  const { private: _private, hash: _hash, ...open } = entry
  return sha256Hex(canonicalJson({ ...open, commitments }))
}

/**
 * The hashes that somebody can compute who knows or guesses all of an entry but the blind: even the salts of its other
 * private fields.
 */
function guesses(entry: Entry): string[] {
  const { [blindField]: blind, ...others } = entry.commitments
  const commitmentTo = (salt: string, value: unknown) => sha256Hex(canonicalJson({ salt, value }))
  const { salt = '' } = entry.private[blindField] ?? {}
  const tried = ['', '0'.repeat(64), 'f'.repeat(64), salt, salt + salt, sha256Hex(salt)]
  return [
    hashOf(entry, others),
    hashOf(entry, {}),
    ...tried.map((value) => hashOf(entry, { ...others, [blindField]: commitmentTo(salt, value) })),
    ...(blind === undefined ? [] : [hashOf(entry, { ...others, [blindField]: sha256Hex(blind) })]),
  ]
}

describe('[LOG-7] an entry that may be hidden', () => {
  test('has a blind of 32 bytes, and no other has one', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const entry of entries) {
          const blind = entry.private[blindField]?.value
          if (mayBeHidden(entry.type)) expect(blind).toHaveLength(64)
          else expect(blind).toBeUndefined()
        }
      }),
      options,
    ))

  test('is of a type that `mayBeHidden` names, whoever looks', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const entry of entries)
          for (const viewer of viewers)
            if (isHidden(viewFor(viewer, entry))) expect(mayBeHidden(entry.type), entry.type).toBe(true)
      }),
      options,
    ))

  test('shows its blind to nobody, not even to those who see its other private fields', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const entry of entries)
          for (const viewer of [
            ...viewers,
            { role: 'system', unitCode: null, seesSupervisor: true } as const,
          ]) {
            const seen = viewFor(viewer, entry)
            if (!isHidden(seen)) expect(Object.keys(seen.private)).not.toContain(blindField)
          }
      }),
      options,
    ))

  test('cannot be confirmed by its hash, though all but the blind is guessed', () => {
    let hidden = 0
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const entry of entries) {
          if (!viewers.some((viewer) => isHidden(viewFor(viewer, entry)))) continue
          hidden += 1
          expect(guesses(entry)).not.toContain(entry.hash)
        }
      }),
      options,
    )
    expect(hidden).toBeGreaterThan(options.numRuns)
  })

  test('could be confirmed without one: a guess of the whole content has its hash', () => {
    const [entry] = fc
      .sample(randomSession, options)
      .flatMap(({ entries }) => entries)
      .filter(({ type, actor }) => type === 'DrawJoined' || actor === bidder(1).id)
    if (!entry) throw new Error('no such entry')
    const { [blindField]: _, ...commitments } = entry.commitments
    const older = { ...entry, commitments, hash: hashOf(entry, commitments) }
    expect(guesses(older)).toContain(older.hash)
  })
})
