import { ok, type Result } from '#lib/result.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { Login } from '../auth/login-rows.ts'
import type { Refusal } from '../refusal.ts'
import type { Authority, CommittedCommand } from '../session/authority.ts'
import type { OpenSession } from '../transport/handler.ts'

interface Asking {
  readonly login: Login
  readonly session: OpenSession
  readonly commandId: string
  readonly address: string
  readonly language: Language
}

/** Makes a command of a REST call: the same road as by the socket. */
export function submit(
  authority: Authority,
  asking: Asking,
  wire: WireCommand,
): Promise<Result<CommittedCommand, Refusal>> {
  const { login, session, commandId, address } = asking
  return authority.submit({ sessionId: session.id, actor: login.actor, commandId, address }, wire)
}

/** The same, answered the way the seeds' commands answer. */
export async function outcome(authority: Authority, asking: Asking, wire: WireCommand) {
  const result = await submit(authority, asking, wire)
  return result.ok
    ? ok({ Result: true, ResultMessage: done(asking.language), seq: result.value.seq })
    : result
}

/** A check's answer: the refusal's text as a message, not as a failure (S0 §7 Status and message). */
export function check(language: Language, problem: Refusal | null) {
  return ok({
    Status: problem === null,
    message: problem ? messageFor(language, problem) : '',
    code: problem?.code ?? '',
  })
}

/** S1 §8 "operation successful". */
export function done(language: Language): string {
  return language === 'en' ? 'Operation successful' : '操作成功！'
}
