import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { seeded } from '#lib/seeded-random.ts'
import { randomSession } from '#test/domain/random-session.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf, sessionId } from '#test/domain/session.ts'
import { exportOf, verifyLog } from './exported-log.ts'
import { kinds, type Mutation, mutated } from './mutate-export.ts'

/*
 * `MUTATIONS=10000 npx vitest run --project unit test/draw/mutated-exports` tries more; `MUTATION_SEED` tries others.
 */
const runs = Number(process.env.MUTATIONS ?? 150)
const seed = Number(process.env.MUTATION_SEED ?? 20_261_125)

const viewers: readonly Viewer[] = [
  ...(['opener', 'agency', 'tenderer'] as const).flatMap((role) =>
    [true, false].map((seesSupervisor) => ({ role, unitCode: 'unit', seesSupervisor })),
  ),
  { role: 'supervisor', unitCode: null, seesSupervisor: true },
  { role: 'platform', unitCode: null, seesSupervisor: true },
  ...[1, 2, 3].map((n) => ({ role: 'bidder' as const, unitCode: bidderCode(n), seesSupervisor: n !== 3 })),
]

const bids = [1, 2, 3].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) }))

/** Logs of whole openings and of any other length, with every kind of entry. */
const logs: readonly (readonly Entry[])[] = [
  openingOf(bids).entries,
  openingOf([...bids.slice(1), { name: '投标人4', figures: figuresOf(4), fails: 'time-out' as const }])
    .entries,
  openingOf(bids, 'drawing').entries,
  ...fc.sample(randomSession, { seed, numRuns: 40 }).map(({ entries }) => entries),
].filter((entries) => entries.length > 3)

const exports = logs.flatMap((entries) => viewers.map((viewer) => exportOf(sessionId, entries, viewer)))

/** Whether the program refuses a changed export, or says of what was changed that it cannot prove it. */
function isCaught({ kind, seq, text }: Mutation): boolean {
  const { problems, hidden, unsupported, notProvable } = verifyLog(text)
  if (problems.length > 0) return true
  if (kind === 'made hidden') return hidden.includes(seq ?? 0)
  // Nothing follows from the hash of a hidden entry that no visible one continues.
  if (kind === 'a hash altered' || kind === 'a value altered') {
    if (seq !== null) return unsupported.includes(seq)
    const { view } = JSON.parse(text.slice(0, text.indexOf('\n')))
    const said = `${view.role} of ${view.unit ?? 'no unit'}, who ${view.seesSupervisor ? 'sees' : 'does not see'}`
    return notProvable.some((what) => what.includes(said))
  }
  return false
}

describe('the verifier of exports', () => {
  test('finds nothing wrong in the exports of all roles', () => {
    for (const text of exports) expect(verifyLog(text).problems).toEqual([])
  })

  test(`refuses or names each of ${runs} changed exports`, { timeout: 600_000 }, () => {
    const random = seeded(seed)
    const tried = new Map<string, number>()
    for (let run = 0; run < runs; run += 1) {
      const text = exports[Math.floor(random() * exports.length)] ?? ''
      const mutation = mutated(text, random)
      tried.set(mutation.kind, (tried.get(mutation.kind) ?? 0) + 1)
      if (!isCaught(mutation))
        expect.fail(`${mutation.kind} of entry ${mutation.seq}, run ${run}, seed ${seed}`)
    }
    expect([...tried.keys()].sort()).toEqual([...kinds].sort())
  })

  test('names few hidden entries whose hash nothing confirms, and none to who sees all', () => {
    for (const [i, text] of exports.entries()) {
      const { hidden, unsupported } = verifyLog(text)
      const viewer = viewers[i % viewers.length]
      if (viewer?.role !== 'bidder' && viewer?.seesSupervisor) expect(hidden).toEqual([])
      expect(unsupported.length).toBeLessThanOrEqual(hidden.length)
    }
  })
})
