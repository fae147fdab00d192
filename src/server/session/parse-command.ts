import { ok, type Result } from '#lib/result.ts'
import { unstorablePath } from '#lib/text.ts'
import { type WireCommand, type WireCommandType, wireCommands } from '#protocol/wire-command.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** Validates a command from the wire; refuses with `unknown-command` or `bad-request`. */
export function parseCommand(type: string, payload: unknown): Result<WireCommand, Refusal> {
  if (!isWireCommand(type)) return refuse('unknown-command')
  const path = unstorablePath(payload)
  if (path !== null)
    return refuse('bad-request', { path: shortened(path), reason: 'a character that cannot be stored' })
  const body = wireCommands[type].safeParse(payload)
  return body.success
    ? ok({ type, payload: body.data } as WireCommand)
    : refuse('bad-request', issueOf(body.error))
}

/**
 * The first problem of a message: where it is, and why. Both are shortened, because they name fields as the sender
 * called them (LIM-2).
 */
export function issueOf(error: { issues: { path: PropertyKey[]; message: string }[] }) {
  const issue = error.issues[0]
  return { path: shortened(issue?.path.join('.') ?? ''), reason: shortened(issue?.message ?? '') }
}

/** What an answer or a log repeats of a sender's own text at most. */
export function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function isWireCommand(type: string): type is WireCommandType {
  return Object.hasOwn(wireCommands, type)
}
