import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DrawState, runningDraw } from '#domain/draw/draw-state.ts'
import { drawCommitment } from '#domain/draw/fair-draw.ts'
import { drawProblem } from '#domain/draw/verify.ts'
import { createDraft } from '#domain/log/draft.ts'
import { applyEntry, type Entry, firstBreak } from '#domain/log/entry.ts'
import type { Actor } from '#domain/session/actor.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { viewers } from '#test/domain/random-session.ts'
import { bidder, bidderCode, opener, supervisor } from '#test/domain/sample-actors.ts'
import { sessionId } from '#test/domain/session.ts'
import { viewsOf } from '#test/domain/views-of.ts'
import { contributionOf, declaration, joining, reveal, stop } from './draw-commands.ts'
import { type DrawSession, drawSession } from './draw-session.ts'

/*
 * Random steps of a draw: joining, revealing, stopping and waiting in any order, repeated, early or late, with wrong
 * values and with another's commitment. Compared with a small model of the protocol.
 */

const people: readonly Actor[] = [opener, supervisor, bidder(1), bidder(2), bidder(3)]

type Step =
  | { readonly do: 'declare' | 'stop' | 'tick' }
  | { readonly do: 'pass'; readonly milliseconds: number }
  | { readonly do: 'join' | 'reveal'; readonly who: number; readonly with: number; readonly stale: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('declare' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('stop' as const, 'tick' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(1, 500, 2_999, 3_000, 9_999, 10_000, 60_000),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constantFrom('join' as const, 'reveal' as const, 'reveal' as const),
      who: fc.nat({ max: people.length - 1 }),
      // Mostly one's own value.
      with: fc.oneof({ weight: 5, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat({ max: 4 }) }),
      stale: fc.constantFrom(false, false, false, false, true),
    }),
  },
)
const steps = fc.array(step, { minLength: 10, maxLength: 60 })
const options = { seed: 5, numRuns: 300 }

/** What the model knows of the attempt that is under way. */
interface Model {
  attempt: number
  phase: 'none' | 'joining' | 'revealing' | 'decided' | 'void'
  joined: Map<number, number>
  revealed: Set<number>
  leftOut: Set<number>
  until: number
  since: number
}

function runSteps(plan: readonly Step[], check: (session: DrawSession, model: Model) => void): DrawSession {
  const session = drawSession()
  const model: Model = {
    ...{ attempt: 0, phase: 'none', until: 0, since: 0 },
    ...{ joined: new Map(), revealed: new Set(), leftOut: new Set() },
  }
  let declared = 0
  for (const one of plan) {
    if (one.do === 'pass') session.pass(one.milliseconds)
    else if (one.do === 'declare') {
      const drawId = `00000000-0000-4000-a000-${String(declared).padStart(12, '0')}`
      const free = model.phase === 'none' || model.phase === 'void'
      expect(session.say(declaration({ drawId })) === null).toBe(free)
      if (free) {
        declared += 1
        Object.assign(model, {
          attempt: 1,
          phase: 'joining',
          since: session.now(),
          until: session.now() + 60_000,
        })
        Object.assign(model, { joined: new Map(), revealed: new Set(), leftOut: new Set() })
      }
    } else if (model.phase !== 'none') act(session, model, one)
    check(session, model)
  }
  return session
}

function act(session: DrawSession, model: Model, one: Exclude<Step, { do: 'pass' }>): void {
  const draw = session.draw()
  if (one.do === 'stop') {
    const running = model.phase === 'joining'
    const may = !running || (session.now() >= model.since + 3_000 && model.joined.size > 0)
    expect(session.say(stop(draw)) === null).toBe(may)
    if (running && may) closeJoining(session, model)
  } else if (one.do === 'tick') {
    tick(session, model)
    session.tick()
  } else if (one.do === 'join' || one.do === 'reveal') contribute(session, model, one, draw)
}

function closeJoining(session: DrawSession, model: Model): void {
  model.phase = model.joined.size > 0 ? 'revealing' : 'void'
  model.until = session.now() + 10_000
}

function tick(session: DrawSession, model: Model): void {
  for (;;) {
    if (model.phase === 'joining' && session.now() >= model.until) closeJoining(session, model)
    else if (model.phase === 'revealing' && model.revealed.size === model.joined.size) model.phase = 'decided'
    else if (model.phase === 'revealing' && session.now() >= model.until) {
      for (const who of model.joined.keys()) if (!model.revealed.has(who)) model.leftOut.add(who)
      Object.assign(model, {
        attempt: model.attempt + 1,
        phase: 'joining',
        joined: new Map(),
        revealed: new Set(),
      })
      Object.assign(model, { since: session.now(), until: session.now() + 3_000 })
    } else return
  }
}

function contribute(
  session: DrawSession,
  model: Model,
  one: Extract<Step, { who: number }>,
  draw: DrawState,
): void {
  const actor = people[one.who] ?? opener
  const value = one.with < 0 ? one.who : one.with
  const attempt = one.stale ? draw.attempt - 1 : draw.attempt
  const place = { id: draw.id, attempt }
  const own = model.joined.get(one.who)
  if (one.do === 'join') {
    const taken = [...model.joined.values()].includes(value)
    const fresh = own === undefined && !taken && !model.leftOut.has(one.who)
    const inTime = model.phase === 'joining' && session.now() < model.until
    const may = !one.stale && (own === value || (fresh && inTime))
    expect(session.say(joining(place, contributionOf(value)), actor) === null).toBe(may)
    if (may) model.joined.set(one.who, value)
  } else {
    const again = model.revealed.has(one.who)
    const inTime = model.phase === 'revealing' && session.now() < model.until
    const may = !one.stale && own === value && (again || inTime)
    expect(session.say(reveal(place, contributionOf(value)), actor) === null).toBe(may)
    if (may) model.revealed.add(one.who)
  }
}

test('[DRW-17] a draw follows the model, and its result can be recomputed', () =>
  fc.assert(
    fc.property(steps, (plan) => {
      const session = runSteps(plan, ({ state, draw }, model) => {
        if (model.phase === 'none') return
        expect(draw()).toMatchObject({ attempt: model.attempt, phase: model.phase })
        expect(draw().leftOut).toHaveLength(model.leftOut.size)
        expect(runningDraw(state) !== null).toBe(model.phase === 'joining' || model.phase === 'revealing')
        if (model.phase === 'decided') expect(drawProblem(draw())).toBeNull()
      })
      expect(firstBreak(sessionId, session.entries)).toBeNull()
    }),
    options,
  ))

describe('what viewers learn of a draw', () => {
  test('[DRW-18] nobody sees a value before joining is closed, nor the server’s before the result', () =>
    fc.assert(
      fc.property(steps, (plan) => {
        const session = runSteps(plan, () => {})
        const closed = session.entries.findIndex(({ type }) => type === 'DrawJoiningClosed')
        const decided = session.entries.findIndex(({ type }) => type === 'DrawDecided')
        const server = session.entries.flatMap(({ private: { secret } }) =>
          secret ? [String(secret.value)] : [],
        )
        for (const viewer of viewers) {
          const seen = session.entries.map((entry) => JSON.stringify(viewFor(viewer, entry)))
          const before = seen.slice(0, closed < 0 ? undefined : closed).join()
          for (const n of people.keys()) expect(before).not.toContain(contributionOf(n))
          const undecided = seen.slice(0, decided < 0 ? undefined : decided).join()
          for (const value of server) expect(undecided).not.toContain(value)
        }
      }),
      options,
    ))

  test('[DRW-18] no bidder sees who else contributes', () =>
    fc.assert(
      fc.property(steps, (plan) => {
        const { entries } = runSteps(plan, () => {})
        for (const viewer of viewers.filter(({ role }) => role === 'bidder')) {
          const draws = entries.filter(({ type }) => type.startsWith('Draw'))
          const text = draws.map((entry) => JSON.stringify(viewFor(viewer, entry))).join()
          for (const n of [1, 2, 3]) {
            if (viewer.unitCode === bidderCode(n)) continue
            expect(text).not.toContain(bidderCode(n))
            expect(text).not.toContain(bidder(n).id)
          }
        }
      }),
      options,
    ))
})

describe('folding a draw', () => {
  test('folding a viewer’s log equals the view of the whole state', () =>
    fc.assert(
      fc.property(steps, (plan) => {
        const { entries } = runSteps(plan, () => {})
        for (const viewer of viewers) {
          for (const { viewed, seen } of viewsOf(viewer, entries)) expect(viewed).toEqual(seen)
        }
      }),
      { ...options, numRuns: 150 },
    ))

  test('a draft changes nothing of its base', () =>
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 7 }), (plan, length) => {
        const { entries } = runSteps(plan, () => {})
        let state = frozen(initial())
        const plain = initial()
        for (let place = 0; place < entries.length; place += length) {
          const batch: Entry[] = entries.slice(place, place + length)
          const draft = createDraft(state)
          for (const entry of batch) draft.apply(entry)
          for (const entry of batch) applyEntry(plain, entry)
          expect(draft.state).toEqual(plain)
          state = frozen(draft.state)
        }
      }),
      { ...options, numRuns: 100 },
    ))
})

test('a commitment binds to draw, attempt and value', () => {
  const all = [
    drawCommitment('a', 1, contributionOf(1)),
    drawCommitment('b', 1, contributionOf(1)),
    drawCommitment('a', 2, contributionOf(1)),
    drawCommitment('a', 1, contributionOf(2)),
  ]
  expect(new Set(all).size).toBe(4)
})

function frozen<T extends SessionState | unknown>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
