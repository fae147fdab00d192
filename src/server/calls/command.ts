import { ok, type Result } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import type { Caller, CommandMapping } from '#protocol/command-call.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { outcomeSchema } from '#protocol/outcome.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { Login } from '../auth/login-rows.ts'
import type { Refusal } from '../refusal.ts'
import type { Authority, CommittedCommand } from '../session/authority.ts'
import type { Handler, OpenSession, OutcomeCall } from '../transport/handler.ts'

interface Asking {
  readonly login: Login
  readonly session: OpenSession
  readonly commandId: string
  readonly address: string
  readonly language: Language
}

/** Submits the command of a REST call, like one that arrives by socket. */
export function submit(
  authority: Authority,
  asking: Asking,
  wire: WireCommand,
): Promise<Result<CommittedCommand, Refusal>> {
  const { login, session, commandId, address } = asking
  return authority.submit({ sessionId: session.id, actor: login.actor, commandId, address }, wire)
}

/** The caller, for the mapping between a call and its command. */
export function callerOf({ login, session }: Pick<Asking, 'login' | 'session'>): Caller {
  return {
    unitCode: login.actor.unitCode,
    get state() {
      return session.state
    },
  }
}

/** The handlers of all calls that only submit a command and answer its outcome, made from their rows. */
export function outcomeHandlers(
  calls: Readonly<Record<string, Call>>,
  authority: Authority,
): Record<string, Handler<OutcomeCall>> {
  const handlers: Record<string, Handler<OutcomeCall>> = {}
  for (const [name, call] of Object.entries(calls)) {
    const { command, response } = call
    if (command && response === outcomeSchema) handlers[name] = outcomeHandler(command, authority)
  }
  return handlers
}

function outcomeHandler(command: CommandMapping, authority: Authority): Handler<OutcomeCall> {
  return async (context) => {
    const wire = command.toCommand(context.body, callerOf(context))
    return wire.ok ? outcome(authority, context, wire.value) : wire
  }
}

/** Submits a command and answers with Result, ResultMessage and seq (REST-2). */
async function outcome(authority: Authority, asking: Asking, wire: WireCommand) {
  const result = await submit(authority, asking, wire)
  return result.ok
    ? ok({ Result: true, ResultMessage: done(asking.language), seq: result.value.seq })
    : result
}

/** The answer of a check: the refusal is its message, not an error (REST-2). */
export function check(language: Language, problem: Refusal | null) {
  return ok({
    Status: problem === null,
    message: problem ? messageFor(language, problem) : '',
    code: problem?.code ?? '',
  })
}

/** The message of a committed command. */
export function done(language: Language): string {
  return language === 'en' ? 'Operation successful' : '操作成功！'
}
