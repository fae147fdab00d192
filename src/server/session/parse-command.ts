import { ok, type Result } from '#lib/result.ts'
import { type WireCommand, type WireCommandType, wireCommands } from '#protocol/wire-command.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** A command as it came, by socket or REST; `unknown-command` or `bad-request` where it is none. */
export function parseCommand(type: string, payload: unknown): Result<WireCommand, Refusal> {
  if (!isWireCommand(type)) return refuse('unknown-command')
  const body = wireCommands[type].safeParse(payload)
  return body.success
    ? ok({ type, payload: body.data } as WireCommand)
    : refuse('bad-request', issueOf(body.error))
}

/** The first of what is wrong with a message: where, and why. */
export function issueOf(error: { issues: { path: PropertyKey[]; message: string }[] }) {
  const issue = error.issues[0]
  return { path: issue?.path.join('.') ?? '', reason: issue?.message ?? '' }
}

function isWireCommand(type: string): type is WireCommandType {
  return Object.hasOwn(wireCommands, type)
}
