import { ok, type Result } from '#lib/result.ts'
import { type WireCommand, type WireCommandType, wireCommands } from '#protocol/wire-command.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** Validates a command from the wire; refuses with `unknown-command` or `bad-request`. */
export function parseCommand(type: string, payload: unknown): Result<WireCommand, Refusal> {
  if (!isWireCommand(type)) return refuse('unknown-command')
  const body = wireCommands[type].safeParse(payload)
  return body.success
    ? ok({ type, payload: body.data } as WireCommand)
    : refuse('bad-request', issueOf(body.error))
}

/** The first problem of a message: where it is, and why. */
export function issueOf(error: { issues: { path: PropertyKey[]; message: string }[] }) {
  const issue = error.issues[0]
  return { path: issue?.path.join('.') ?? '', reason: issue?.message ?? '' }
}

function isWireCommand(type: string): type is WireCommandType {
  return Object.hasOwn(wireCommands, type)
}
