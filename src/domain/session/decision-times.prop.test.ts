import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playSteps, randomSteps } from '#test/domain/random-session.ts'
import { bidder, platform } from '#test/domain/sample-actors.ts'
import { startSession } from '#test/domain/session.ts'
import { openingTime, rules, tender } from '#test/support/sample-tender.ts'
import type { Actor } from './actor.ts'
import type { Command } from './command.ts'
import { decide } from './decide.ts'
import { leewayAt } from './decision-times.ts'
import type { SessionState } from './state.ts'

/** What becomes of a command at a time: the types of its events, or the code of its refusal. */
function outcome(state: SessionState, command: Command, actor: Actor, now: number): string {
  const decided = decide(state, command, { now, actor, rules })
  return decided.ok ? decided.value.map(({ type }) => type).join() : decided.error.code
}

const far = 3_600_000

test('[DBC-2] between the times that decide, a command has one outcome, whichever it is', () => {
  let changed = 0
  fc.assert(
    fc.property(randomSteps, fc.nat({ max: far }), (steps, by) => {
      const session = startSession(rules)
      for (const { command, actor, now } of playSteps(steps, session)) {
        const { earlier, later } = leewayAt(session.state, { now, actor, rules })
        const at = (time: number) => outcome(session.state, command, actor, time)
        if (command.type !== 'PostMessage') {
          const times = [Math.max(now - earlier, now - by), Math.min(now + later - 1, now + by)]
          expect(times.map(at)).toEqual([at(now), at(now)])
          if (later < Number.POSITIVE_INFINITY) changed += Number(at(now + later) !== at(now))
        }
        session.ask(command, actor, now)
      }
    }),
    { seed: 1, numRuns: 30, endOnFailure: true },
  )
  // The times are those of limits, not just any.
  expect(changed).toBeGreaterThan(50)
})

test('[DBC-2] seven milliseconds before the opening time a bid could come seven later, and not eight', () => {
  const session = startSession(rules)
  session.ask({ type: 'PublishTender', payload: { tender: tender() } }, platform, openingTime - far)
  const leeway = (now: number) => leewayAt(session.state, { now, actor: bidder(1), rules })
  expect(leeway(openingTime - 7)).toMatchObject({ later: 7 })
  expect(leeway(openingTime)).toEqual({ earlier: 0, later: Number.POSITIVE_INFINITY })
})
