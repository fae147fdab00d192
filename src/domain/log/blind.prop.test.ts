import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSession } from '#test/domain/random-session.ts'
import { bidder, bidderCode, supervisor } from '#test/domain/sample-actors.ts'
import type { Viewer } from '../session/actor.ts'
import { event, mayBeHidden } from '../session/event.ts'
import { viewFor } from '../session/view.ts'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { blindField, type Entry, genesisHash, isHidden, recordForStorage } from './entry.ts'

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
function guesses(entry: Entry, salt = '0'.repeat(32)): string[] {
  const { [blindField]: blind, ...others } = entry.commitments
  const commitmentTo = (salt: string, value: unknown) => sha256Hex(canonicalJson({ salt, value }))
  const tried = ['', '0'.repeat(64), 'f'.repeat(64), salt, salt + salt, sha256Hex(salt)]
  return [
    hashOf(entry, others),
    hashOf(entry, {}),
    ...tried.map((value) => hashOf(entry, { ...others, [blindField]: commitmentTo(salt, value) })),
    ...(blind === undefined ? [] : [hashOf(entry, { ...others, [blindField]: sha256Hex(blind) })]),
  ]
}

const enrolled = event('BidderEnrolled', { bidderCode: bidderCode(1), name: '投标人', certificate: '' })
const place = {
  ...{ seq: 1, at: '2026-03-02T01:31:00.000Z', actor: 'p', role: 'platform', commandId: 'c' },
  previous: genesisHash('a'),
}

describe('[LOG-7] an entry that may be hidden', () => {
  test('has a commitment to its blind, and no other has one; none holds the blind itself', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const { type, commitments, private: secrets } of entries) {
          expect(blindField in commitments, type).toBe(mayBeHidden(type))
          expect(secrets).not.toHaveProperty(blindField)
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

test('[LOG-7] an entry that may be hidden is stored with a blind of 32 bytes beside its private fields; the commitment is to it and its salt', () => {
  const random = (bytes: number) => randomBytes(bytes).toString('hex')
  const stored = recordForStorage(enrolled, place, random, sha256Hex)
  const again = recordForStorage(enrolled, place, random, sha256Hex)
  const { [blindField]: blind } = JSON.parse(stored.secrets ?? '{}')
  expect(blind).toEqual({
    salt: expect.stringMatching(/^[0-9a-f]{32}$/),
    value: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(stored.entry.commitments[blindField]).toBe(sha256Hex(canonicalJson(blind)))
  expect(again.secrets).not.toBe(stored.secrets)
  expect(guesses(stored.entry, blind.salt)).not.toContain(stored.entry.hash)
})
