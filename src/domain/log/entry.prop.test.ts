import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSession } from '#test/domain/random-session.ts'
import { sessionId } from '#test/domain/session.ts'
import { type Entry, entryIsWhole, firstBreak, genesisHash, type VisibleEntry } from './entry.ts'

const options = { seed: 1, numRuns: 120 }

/** A session that has at least one entry. */
const log = randomSession.map(({ entries }) => entries).filter((entries) => entries.length > 0)

const redaction = fc.array(fc.constantFrom('whole', 'hidden', 'without private fields'), {
  minLength: 20,
  maxLength: 100,
})

describe('the chain', () => {
  test('[LOG-2] verifies after any redaction', () =>
    fc.assert(
      fc.property(log, redaction, (entries, choices) => {
        const redacted = entries.map((entry, i): VisibleEntry => {
          const redaction = choices[i % choices.length]
          if (redaction === 'hidden') return { seq: entry.seq, hash: entry.hash }
          return redaction === 'whole' ? entry : { ...entry, private: {} }
        })
        expect(firstBreak(sessionId, redacted)).toBeNull()
      }),
      options,
    ))

  test('[LOG-1] is bound to its session', () =>
    fc.assert(
      fc.property(log, (entries) => {
        expect(firstBreak('another session', entries)).toBe(1)
        expect(genesisHash('another session')).not.toBe(genesisHash(sessionId))
      }),
      options,
    ))

  test('survives being stored as JSON', () =>
    fc.assert(
      fc.property(log, (entries) => {
        const stored: Entry[] = JSON.parse(JSON.stringify(entries))
        expect(stored.every(entryIsWhole)).toBe(true)
        expect(firstBreak(sessionId, stored)).toBeNull()
      }),
      options,
    ))
})

describe('the chain breaks', () => {
  test('[LOG-3] at the entry in which one bit differs', () =>
    fc.assert(
      fc.property(log, fc.nat(), fc.nat(), fc.nat(), (entries, which, leaf, bit) => {
        const victim = which % entries.length
        const forged = entries.map((entry, i) => (i === victim ? changed(entry, leaf, bit) : entry))
        expect(forged[victim]).not.toEqual(entries[victim])
        // A changed hash shows in its own entry, of the last entry and of any other.
        expect(firstBreak(sessionId, forged)).toBe(victim + 1)
      }),
      options,
    ))

  test('when a field is added', () =>
    fc.assert(
      fc.property(
        log,
        fc.nat(),
        fc.constantFrom('payload', 'commitments', 'private', 'entry'),
        (entries, which, where) => {
          const victim = which % entries.length
          const forged = entries.map((entry, i) => (i === victim ? extended(entry, where) : entry))
          expect(firstBreak(sessionId, forged)).toBe(victim + 1)
        },
      ),
      options,
    ))

  test('[LOG-1] at a missing or repeated entry', () =>
    fc.assert(
      fc.property(log, fc.nat(), (entries, which) => {
        const victim = which % entries.length
        const without = entries.filter((_, i) => i !== victim)
        if (victim < entries.length - 1) expect(firstBreak(sessionId, without)).toBe(victim + 1)
        const doubled = entries.flatMap((entry, i) => (i === victim ? [entry, entry] : [entry]))
        expect(firstBreak(sessionId, doubled)).toBe(victim + 2)
      }),
      options,
    ))

  test('when a hidden entry is left out', () =>
    fc.assert(
      fc.property(log, fc.nat(), (entries, which) => {
        fc.pre(entries.length > 1)
        const victim = which % (entries.length - 1)
        const hidden = entries.map(({ seq, hash }) => ({ seq, hash }))
        const without = hidden.filter((_, i) => i !== victim)
        expect(firstBreak(sessionId, without)).toBe(victim + 1)
      }),
      options,
    ))

  test('[LOG-3] when two entries are swapped', () =>
    fc.assert(
      fc.property(log, fc.nat(), (entries, which) => {
        fc.pre(entries.length > 1)
        const first = which % (entries.length - 1)
        const swapped = entries.map((entry, i) => {
          const other = i === first ? entries[first + 1] : i === first + 1 ? entries[first] : entry
          return { ...(other ?? entry), seq: i + 1 }
        })
        expect(firstBreak(sessionId, swapped)).toBe(first + 1)
      }),
      options,
    ))
})

type Path = readonly (string | number)[]

/** The entry with one bit of one of its values changed. */
function changed(entry: Entry, leaf: number, bit: number): Entry {
  const paths = leavesOf(entry)
  const path = paths[leaf % paths.length] ?? []
  return replaced(entry, path, (value) => otherValue(value, bit)) as Entry
}

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

function replaced(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (Array.isArray(value)) {
    return value.map((inner, i) => (i === Number(key) ? replaced(inner, rest, change) : inner))
  }
  const record = value as Record<string, unknown>
  return { ...record, [key]: replaced(record[key], rest, change) }
}

function otherValue(value: unknown, bit: number): unknown {
  if (typeof value === 'string') return flipped(value, bit)
  if (typeof value === 'number') return value + 2 ** (bit % 8)
  return typeof value === 'boolean' ? !value : 0
}

function flipped(text: string, bit: number): string {
  if (text === '') return ' '
  const at = Math.floor(bit / 16) % text.length
  const code = text.charCodeAt(at) ^ (1 << (bit % 16))
  return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
}

function extended(entry: Entry, where: 'payload' | 'commitments' | 'private' | 'entry' | string): Entry {
  if (where === 'payload') return { ...entry, payload: { ...(entry.payload as object), forged: true } }
  if (where === 'commitments') return { ...entry, commitments: { ...entry.commitments, forged: '0' } }
  if (where === 'private') return { ...entry, private: { ...entry.private, forged: { salt: '0', value: 1 } } }
  return { ...entry, forged: true } as Entry
}
