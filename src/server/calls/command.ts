import { haltedProblem } from '#domain/session/lot.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import type { Caller, CommandMapping, PlatformMapping } from '#protocol/command-call.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { outcomeSchema } from '#protocol/outcome.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { Login } from '../auth/login-rows.ts'
import { platformActor } from '../platform/actor.ts'
import type { Refusal } from '../refusal.ts'
import type { Authority, CommittedCommand } from '../session/authority.ts'
import type { Handler, OpenSession, OutcomeCall, PlatformCommandCall } from '../transport/handler.ts'

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
): Record<string, Handler<OutcomeCall> | Handler<PlatformCommandCall>> {
  const handlers: Record<string, Handler<OutcomeCall> | Handler<PlatformCommandCall>> = {}
  for (const [name, call] of Object.entries(calls)) {
    const { command, platformCommand, response } = call
    if (command && response === outcomeSchema) handlers[name] = outcomeHandler(command, authority)
    if (platformCommand) handlers[name] = platformHandler(platformCommand, authority)
  }
  return handlers
}

function outcomeHandler(command: CommandMapping, authority: Authority): Handler<OutcomeCall> {
  return async (context) => {
    const wire = command.toCommand(context.body, callerOf(context))
    return wire.ok ? outcome(context.language, await submit(authority, context, wire.value)) : wire
  }
}

function platformHandler({ toCommand }: PlatformMapping, authority: Authority): Handler<PlatformCommandCall> {
  return async ({ body, commandId, address, language }) => {
    const { sessionId, command } = toCommand(body)
    const asked = { sessionId, actor: platformActor, commandId, address }
    // The statuses and decisions are no commands of the wire: there is nothing to prepare.
    const isWire = command.type === 'EnrolBidder' || command.type === 'CallSecondEnvelope'
    const result = isWire ? authority.submit(asked, command) : authority.decide(asked, command)
    return outcome(language, await result)
  }
}

/** The answer of a command: Result, ResultMessage and seq (REST-2). */
function outcome(language: Language, result: Result<CommittedCommand, Refusal>) {
  return result.ok ? ok({ Result: true, ResultMessage: done(language), seq: result.value.seq }) : result
}

/** The answer of a check on the way to a step; a halted lot passes none (HLT-9). */
export function check(
  { language, session }: { readonly language: Language; readonly session: OpenSession },
  found: Refusal | null,
) {
  return statusOf(language, haltedProblem(session.state.lot) ?? found)
}

/** The answer of a check: the refusal is its message, not an error (REST-2). */
export function statusOf(language: Language, problem: Refusal | null) {
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
