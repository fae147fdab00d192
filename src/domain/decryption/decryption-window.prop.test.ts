import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Actor, systemActor, type Viewer } from '#domain/session/actor.ts'
import { isoTime } from '#lib/time.ts'
import * as histories from '#test/domain/histories.ts'
import {
  agency,
  bidder,
  bidderCode,
  decryption,
  opener,
  settlement,
  supervisor,
  tenderer,
} from '#test/domain/sample-actors.ts'
import { recorded } from '#test/domain/session.ts'
import { rules } from '#test/support/sample-tender.ts'
import { createDraft } from '../log/draft.ts'
import { applyEntry, type Entry, type VisibleEntry } from '../log/entry.ts'
import type { Command } from '../session/command.ts'
import { decide } from '../session/decide.ts'
import { initial, type SessionState } from '../session/state.ts'
import { viewFor } from '../session/view.ts'
import type { OpeningFailure } from './outcome.ts'

/*
 * What happens around the deadline, as the server does it: a command has the time at which it came, commands are decided
 * one after the other, the clock closes the window once it has run out and nothing that came before is still to be
 * decided, and files are opened in the background for as long as they take.
 */

const deadline = histories.decryptionDeadline

interface Plan {
  /** Milliseconds from the deadline at which each of the two bidders hands over a key; null: never. */
  readonly handsOver: readonly (number | null)[]
  readonly finds: readonly (OpeningFailure | null)[]
  /** When the opener asks for ten more minutes, if at all. */
  readonly extends: number | null
}

interface Step {
  readonly actor: Actor
  readonly command: Command
  readonly at: number
}

const around = fc.constantFrom(-1, 0, 1)
const plan: fc.Arbitrary<Plan> = fc.record({
  handsOver: fc.array(fc.option(around), { minLength: 2, maxLength: 2 }),
  finds: fc.array(
    fc.option(fc.constantFrom<OpeningFailure>('wrong-key', 'damaged-file', 'bad-content', 'server-failure')),
    { minLength: 2, maxLength: 2 },
  ),
  extends: fc.option(around),
})
/** Picks the next of the possible steps. */
const order = fc.array(fc.nat(1000), { minLength: 16, maxLength: 16 })

/** The log up to the decryption command, made once; every run continues from there. */
const prelude = histories.decrypting().reduce<Entry[]>((entries, event) => {
  entries.push(recorded(entries, event, opener, isoTime(deadline - 60_000)))
  return entries
}, [])
const prepared = foldOf(prelude)

function foldOf(entries: readonly VisibleEntry[], state = initial()): SessionState {
  for (const entry of entries) applyEntry(state, entry)
  return state
}

/** Runs a plan; `choices` picks each next step. */
function play({ handsOver, finds, extends: more }: Plan, choices: readonly number[]): Entry[] {
  const entries = [...prelude]
  const draft = createDraft(prepared)
  const { state } = draft
  const happen = (step: Step) => {
    const context = { now: step.at, actor: step.actor, rules }
    const decision = decide(state, step.command, context)
    for (const event of decision.ok ? decision.value : []) {
      const entry = recorded(entries, event, step.actor, isoTime(step.at))
      entries.push(entry)
      draft.apply(entry)
    }
  }
  const arriving: Step[] = handsOver.flatMap((at, i) =>
    at === null ? [] : [{ actor: bidder(i + 1), command: decryption(i + 1), at: deadline + at }],
  )
  if (more !== null) {
    const command: Command = { type: 'ExtendDecryption', payload: { minutes: 10 } }
    arriving.push({ actor: opener, command, at: deadline + more })
  }
  let turn = 0
  for (;;) {
    const possible = next(state, arriving, finds)
    const step = possible[(choices[turn] ?? 0) % Math.max(1, possible.length)]
    if (!step) return entries
    turn += 1
    const at = arriving.indexOf(step)
    if (at >= 0) arriving.splice(at, 1)
    happen(step)
  }
}

function next(state: SessionState, arriving: readonly Step[], finds: Plan['finds']): Step[] {
  const first = Math.min(...arriving.map(({ at }) => at))
  // Commands of one moment may come in any order.
  const commands = arriving.filter(({ at }) => at === first)
  const settled: Step[] = [1, 2].flatMap((n) => {
    const file = state.bidders[bidderCode(n)]?.files.technical?.file
    const found = finds[n - 1]
    const command = found ? settlement(n, found) : settlement(n)
    return file?.status === 'opening' ? [{ actor: systemActor, command, at: deadline + 5 }] : []
  })
  const { decryption: window } = state
  const due = window?.deadline && !window.closed ? Date.parse(window.deadline) : Number.POSITIVE_INFINITY
  const close: Command = { type: 'CloseDecryption', payload: { health: null } }
  const closing =
    first >= due && Number.isFinite(due) ? [{ actor: systemActor, command: close, at: due }] : []
  // Commands from before the deadline are decided before the clock closes the window, later ones after it.
  const later = closing.length > 0 && !commands.some(({ at }) => at < due)
  return [...(closing.length > 0 ? [] : commands), ...settled, ...(later ? closing : [])]
}

/** The outcome of each bid. */
function outcomes(state: SessionState) {
  return [1, 2].map((n) => {
    const file = state.bidders[bidderCode(n)]?.files.technical?.file
    return file && ('cause' in file ? `${file.status} ${file.cause}` : file.status)
  })
}

/** The outcomes that the rule demands. */
function expected({ handsOver, finds, extends: more }: Plan) {
  const extended = more !== null && more < 0
  return handsOver.map((at, i) => {
    if (at === null || (at >= 0 && !extended)) return 'failed time-out'
    return finds[i] ? `failed ${finds[i]}` : 'imported'
  })
}

const viewers = (
  [
    { role: 'bidder', unitCode: bidderCode(1), seesSupervisor: true },
    { role: 'bidder', unitCode: bidderCode(2), seesSupervisor: true },
    { role: 'bidder', unitCode: bidderCode(3), seesSupervisor: false },
    { role: 'opener', unitCode: opener.unitCode, seesSupervisor: true },
    { role: 'agency', unitCode: agency.unitCode, seesSupervisor: false },
    { role: 'tenderer', unitCode: tenderer.unitCode, seesSupervisor: false },
    { role: 'supervisor', unitCode: supervisor.unitCode, seesSupervisor: true },
  ] satisfies Viewer[]
).map((viewer) => ({ viewer, before: foldOf(prelude.map((entry) => viewFor(viewer, entry))) }))

/** Three neighbouring items of a list, picked by `choice`, so that many runs cover all of them. */
function threeOf<T>(list: readonly T[], choice = 0): T[] {
  return [...list, ...list].slice(choice % list.length, (choice % list.length) + 3)
}

/** The state after more entries; `base` stays as it is. */
function continued(base: SessionState, entries: readonly VisibleEntry[]): SessionState {
  const draft = createDraft(base)
  for (const entry of entries) draft.apply(entry)
  return draft.state
}

describe('around the deadline', () => {
  test('[DEC-7] a bid’s outcome depends on when its key came, not on the order of the server’s work', () => {
    const property = fc.property(plan, order, (planned, choices) => {
      const news = play(planned, choices).slice(prelude.length)
      const state = continued(prepared, news)
      expect(state.decryption?.closed).toBe(true)
      const seen = threeOf(viewers, choices[0]).map(({ viewer, before }) => {
        const views = news.map((entry) => viewFor(viewer, entry))
        return outcomes(continued(before, views))
      })
      const wanted = expected(planned)
      expect([outcomes(state), ...seen]).toEqual([wanted, wanted, wanted, wanted])
    })
    fc.assert(property, { seed: 1, numRuns: 1500 })
  }, 180_000)

  test('the same order gives the same log, and any order the same outcome', () => {
    const property = fc.property(plan, order, order, (planned, one, other) => {
      const log = play(planned, one)
      expect(play(planned, one)).toEqual(log)
      expect(outcomes(foldOf(play(planned, other)))).toEqual(outcomes(foldOf(log)))
    })
    fc.assert(property, { seed: 2, numRuns: 400 })
  }, 60_000)
})
