import type { Actor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import type { SessionState } from '#domain/session/state.ts'

/** One step of a random session's plan. */
export interface Step {
  readonly actor: Actor
  readonly command: (state: SessionState) => Command
  /** The earliest time of the step. */
  readonly notBefore?: (state: SessionState) => number
}

export function by(actor: Actor, command: Command): Step {
  return { actor, command: () => command }
}
