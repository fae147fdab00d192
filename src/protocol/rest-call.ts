import type { z } from 'zod'
import type { Call } from './call.ts'
import { type CallName, calls } from './calls.ts'
import type { Caller, CommandMapping } from './command-call.ts'
import type { WireCommand } from './wire-command.ts'

type Table = typeof calls

/** The calls that give commands. */
type CommandCallName = { [N in CallName]: Table[N] extends { command: CommandMapping } ? N : never }[CallName]

/** A call with the body that gives a command. */
export type RestCall = {
  [N in CommandCallName]: {
    readonly name: N
    readonly body: Table[N] extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
  }
}[CommandCallName]

const mappings = Object.entries<Call>(calls).flatMap(([name, { command }]) =>
  command ? [{ name, command }] : [],
)

/**
 * The first REST call of the table that can give a command in a section. Null for a command that only calls of users or
 * the platform give.
 */
export function restCallOf(command: WireCommand, caller: Caller): RestCall | null {
  for (const { name, command: mapping } of mappings) {
    const body = mapping.types.includes(command.type) ? mapping.fromCommand(command, caller) : null
    // Iterating over the table loses the link between name and body; both are of the same row here.
    if (body !== null) return { name, body } as RestCall
  }
  return null
}
