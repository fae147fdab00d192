import { type DrawState, runningDraw } from '#domain/draw/draw-state.ts'
import type { Actor } from '#domain/session/actor.ts'
import { systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { nextDue } from '#domain/session/due.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { bidder, bidderCode, minute, opener, platform } from '#test/domain/sample-actors.ts'
import { startSession, type TestSession } from '#test/domain/session.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { contributionOf, declaration, joining, reveal, stop } from './draw-commands.ts'

/** A session after its opening time, in which draws can be declared; its clock only goes on. */
export interface DrawSession extends TestSession {
  now(): number
  pass(milliseconds: number): void
  /** Asks now; the refusal's code, or null where it was done. */
  say(command: Command, actor?: Actor): string | null
  /** Lets the server's clock do everything that is due by now. */
  tick(): void
  draw(): DrawState
}

export function drawSession(bidders = 3, changes: Partial<TenderInput> = {}): DrawSession {
  const session = startSession()
  let now = openingTime - 60 * minute
  const say = (command: Command, actor: Actor = opener) => {
    const answer = session.ask(command, actor, now)
    return answer.ok ? null : answer.error.code
  }
  say({ type: 'PublishTender', payload: { tender: tender(changes) } }, platform)
  for (let n = 1; n <= bidders; n += 1) {
    const payload = { bidderCode: bidderCode(n), name: `投标人${n}`, certificate: `certificate-of-${n}` }
    say({ type: 'EnrolBidder', payload }, platform)
  }
  now = openingTime + minute
  return {
    ...session,
    say,
    now: () => now,
    pass(milliseconds) {
      now += milliseconds
    },
    tick() {
      for (let due = nextDue(session.state); due && due.at <= now; due = nextDue(session.state))
        say(due.command, systemActor)
    },
    draw() {
      const draw = session.state.draws[session.state.drawOrder.at(-1) ?? '']
      if (!draw) throw new Error('no draw was declared')
      return draw
    },
  }
}

/** Declares a draw that two bidders join; the second one never reveals their value, and its time passes. */
export function drawWithheld(section: DrawSession, command: Command = declaration()): void {
  section.say(command)
  for (const n of [1, 2]) section.say(joining(section.draw(), contributionOf(n)), bidder(n))
  section.pass(3_000)
  section.say(stop(section.draw()))
  section.say(reveal(section.draw(), contributionOf(1)), bidder(1))
  section.pass(10_000)
  section.tick()
}

/** A whole draw by the opener and the first bidders, from declaration to result. */
export function drawn(session: DrawSession, bidders = 2, command: Command = declaration()): DrawState {
  const refused = session.say(command)
  if (refused) throw new Error(refused)
  const people: Actor[] = [opener, ...Array.from({ length: bidders }, (_, i) => bidder(i + 1))]
  for (const [i, actor] of people.entries())
    session.say(joining(session.draw(), contributionOf(i + 1)), actor)
  session.pass(3_000)
  session.say(stop(session.draw()))
  for (const [i, actor] of people.entries()) session.say(reveal(session.draw(), contributionOf(i + 1)), actor)
  session.pass(1)
  session.tick()
  if (runningDraw(session.state)) throw new Error('the draw was not decided')
  return session.draw()
}
