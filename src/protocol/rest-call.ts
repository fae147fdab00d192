import type { z } from 'zod'
import type { Call } from './call.ts'
import { type CallName, calls } from './calls.ts'
import type { Caller, CommandMapping } from './command-call.ts'
import type { WireCommand } from './wire-command.ts'

type Table = typeof calls

/** The calls that give a command. */
type CommandCallName = { [N in CallName]: Table[N] extends { command: CommandMapping } ? N : never }[CallName]

/** A call of the contract table with the body that gives a command. */
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
 * The REST call that gives a command in a section: the first of the table that can. Null for a command that only a
 * user's or the platform's call gives, outside a section.
 */
export function restCallOf(command: WireCommand, caller: Caller): RestCall | null {
  for (const { name, command: mapping } of mappings) {
    const body = mapping.types.includes(command.type) ? mapping.fromCommand(command, caller) : null
    // A loop over the table forgets which body belongs to which name; both are of the same row here.
    if (body !== null) return { name, body } as RestCall
  }
  return null
}
