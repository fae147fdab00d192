import type { z } from 'zod'
import type { Role } from './actor.ts'
import type { Context, Decision } from './context.ts'
import type { BidStatus } from './flow.ts'
import type { SessionState } from './state.ts'

/** Who may give a command, or read something, and in which status of the section. */
export interface Permission {
  readonly roles: readonly Role[]
  readonly statuses: readonly BidStatus[]
  /** The refusal in any other status, where the rules have their own message. */
  readonly otherwise?: 'objections-closed' | 'tender-locked' | 'editing-locked'
  /** The refusal once the opening has ended, where the rules have their own message for that. */
  readonly afterEnd?: 'editing-locked'
}

/** Everything about one command: its schema, who may give it and when, and the decision. */
export interface CommandRow<Payload extends z.ZodType, Wire extends z.ZodType | null> extends Permission {
  /** What a client sends, by socket or REST; null where no client may give the command. */
  readonly wire: Wire
  /** The input of the decision. */
  readonly payload: Payload
  /** It may be given while the lot is halted. */
  readonly whileHalted?: true
  /** It may be given between the two envelopes. */
  readonly betweenEnvelopes?: true
  /** The events of the command; none when its effect is there already. */
  decide(state: SessionState, payload: Readonly<z.output<Payload>>, context: Context): Decision
}

/** A command that is decided as the client sent it. */
export function commandRow<Payload extends z.ZodType>(
  row: Omit<CommandRow<Payload, Payload>, 'wire'>,
): CommandRow<Payload, Payload> {
  return { ...row, wire: row.payload }
}

/** A command that the server prepares before the decision: it reads a key, checks a signature or adds an id. */
export function preparedCommandRow<Payload extends z.ZodType, Wire extends z.ZodType>(
  row: CommandRow<Payload, Wire>,
): CommandRow<Payload, Wire> {
  return row
}

/** A command that only the server gives: its clock, its uploads, the trading platform's calls. */
export function serverCommandRow<Payload extends z.ZodType>(
  row: Omit<CommandRow<Payload, null>, 'wire'>,
): CommandRow<Payload, null> {
  return { ...row, wire: null }
}
