import type { z } from 'zod'
import type { CommandRow } from './command-row.ts'
import { commandTable } from './command-table.ts'

type CommandTable = typeof commandTable

export type CommandType = keyof CommandTable

/**
 * The payloads of decisions, by command. A bidder's command names no bidder: it is the actor. Files are opened and
 * signatures checked outside the domain; the command carries the outcome.
 */
export type CommandShapes = {
  [T in CommandType]: CommandTable[T] extends CommandRow<infer Payload, infer _Wire>
    ? z.output<Payload>
    : never
}

export type Command = {
  [T in CommandType]: { readonly type: T; readonly payload: Readonly<CommandShapes[T]> }
}[CommandType]

/** The payloads that clients send, by command; commands that no client may give have none. */
export type WireShapes = {
  [T in CommandType as CommandTable[T]['wire'] extends z.ZodType ? T : never]: CommandTable[T]['wire']
}

/** Every command type, in the order of the areas. */
export const commandTypes = Object.keys(commandTable) as readonly CommandType[]

/** The schema of each command that a client may give. */
export const wireSchemas = Object.fromEntries(
  Object.entries(commandTable).flatMap(([type, { wire }]) => (wire ? [[type, wire]] : [])),
) as WireShapes
