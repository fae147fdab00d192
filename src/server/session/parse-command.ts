import { ok, type Result } from '#lib/result.ts'
import { cleanTexts, unstorablePath } from '#lib/text.ts'
import { formProblem, inputProblem } from '#protocol/messages/input-problem.ts'
import { type WireCommand, type WireCommandType, wireCommands } from '#protocol/wire-command.ts'
import { type Refusal, refuse } from '../refusal.ts'

/**
 * Validates a command from the wire; refuses with `unknown-command` or `bad-request`. Its texts are cleaned before: one
 * of characters that nobody sees is an empty one.
 */
export function parseCommand(type: string, payload: unknown): Result<WireCommand, Refusal> {
  if (!isWireCommand(type)) return refuse('unknown-command')
  const path = unstorablePath(payload)
  if (path !== null) return refuse('bad-request', formProblem(path, 'a character that cannot be stored'))
  const body = wireCommands[type].safeParse(cleanTexts(payload))
  return body.success
    ? ok({ type, payload: body.data } as WireCommand)
    : refuse('bad-request', inputProblem(body.error.issues))
}

function isWireCommand(type: string): type is WireCommandType {
  return Object.hasOwn(wireCommands, type)
}
