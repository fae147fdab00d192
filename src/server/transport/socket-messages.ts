import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import { refusal } from '#domain/session/permissions.ts'
import { isBoundedJson } from '#lib/json-bounds.ts'
import type { Clock } from '#lib/ports.ts'
import type { Result } from '#lib/result.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { formProblem, inputProblem, tooMuch } from '#protocol/messages/input-problem.ts'
import type { AckMessage } from '#protocol/socket/ack.ts'
import { up } from '#protocol/socket/messages.ts'
import type { NackMessage } from '#protocol/socket/nack.ts'
import { failureCode } from '../failure.ts'
import type { FailureLog } from '../failure-log.ts'
import type { Previews } from '../log/previews.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Authority, CommittedCommand } from '../session/authority.ts'
import { parseCommand } from '../session/parse-command.ts'
import type { Authenticator } from './authenticator.ts'
import type { CallBudgets } from './call-budgets.ts'
import type { ConnectionGuard } from './connection-guard.ts'
import type { Delivery } from './delivery.ts'
import { encodeMessage } from './encoded-message.ts'
import { type HeartbeatConnection, heartbeatMessage } from './heartbeat.ts'
import type { RecentQuestions } from './recent-questions.ts'
import type { SocketTrail, SocketUser } from './socket-trail.ts'
import type { SocketIoWriter } from './socket-writer.ts'
import type { TokenBucket } from './token-bucket.ts'

export interface MessageServices {
  readonly authenticator: Authenticator
  readonly authority: Pick<Authority, 'submit'>
  readonly log: Pick<SessionLogReader, 'state' | 'head'>
  readonly previews: Previews
  viewerOf(actor: Actor): Viewer
  readonly delivery: Delivery
  readonly questions: Pick<RecentQuestions, 'asked'>
  readonly budgets: Pick<CallBudgets, 'ask'>
  readonly trail: SocketTrail
  readonly clock: Clock
  readonly logger: Logger
}

export interface Connection extends HeartbeatConnection, SocketUser {
  readonly sessionId: string
  readonly socket: Socket
  readonly guard: ConnectionGuard
  readonly writer: SocketIoWriter
  readonly language: Language
  readonly mayAsk: TokenBucket
  /** It has subscribed, and may see the section. */
  isReading: boolean
}

/** Handles what a client sends: `sub` and `cmd`. */
export function createMessageHandlers(services: MessageServices, failures: FailureLog) {
  const { authenticator, authority, budgets, delivery, previews, viewerOf, clock } = services

  async function subscribe(connection: Connection, message: unknown): Promise<void> {
    const { socket, actor, sessionId, writer } = connection
    const mayAsk = connection.mayAsk() && budgets.ask('subscription', connection) === 0
    if (!mayAsk) return turnAway(services.trail, connection, 'too-many-requests')
    const parsed = isBoundedJson(message) ? up.sub.safeParse(message) : null
    if (!parsed?.success) return void socket.disconnect(true)
    // The token is another section's.
    if (parsed.data.session !== sessionId) return turnAway(services.trail, connection, 'forbidden')
    const known = await services.log.state(sessionId)
    const refused = known && refusal(known.unredactedState, actor, 'ReadLog')
    if (!known || refused) return turnAway(services.trail, connection, refused?.code ?? 'not-published')
    const preview = await previews.previewOf(sessionId, viewerOf(actor), known)
    // Closed meanwhile: nothing would unsubscribe it again.
    if (!socket.connected) return
    const { epoch, after } = parsed.data
    // Another epoch, or a seq beyond the head: the client read another log.
    const read = preview ?? known
    const from = epoch !== read.epoch || after > read.head ? 0 : after
    connection.isReading = true
    // Entries that are encoded already go out with the heartbeat in one write.
    writer.cork()
    const isPreview = preview !== null
    delivery.subscribe(socket.id, { sessionId, actor, isPreview, after: from, head: read.head, writer })
    writer.send(heartbeatMessage(read, clock()))
  }

  async function command(connection: Connection, message: unknown): Promise<void> {
    const { guard, language, writer } = connection
    services.questions.asked()
    const result = await execute(connection, message)
    const id = idOf(message)
    if (result.ok) {
      return writer.answer(
        encodeMessage('ack', JSON.stringify({ id, seq: result.value.seq } satisfies AckMessage)),
      )
    }
    writer.answer(encodeMessage('nack', JSON.stringify(nackMessage(language, id, result.error))))
    services.trail.commandRefused(connection, message, result.error.code)
    if (result.error.code !== 'unavailable') guard.fault()
  }

  async function execute(
    connection: Connection,
    message: unknown,
  ): Promise<Result<CommittedCommand, Refusal>> {
    if (!connection.mayAsk() || budgets.ask('command', connection) > 0) return refuse('too-many-requests')
    if (!isBoundedJson(message)) return refuse('bad-request', formProblem('', tooMuch))
    const parsed = up.cmd.safeParse(message)
    if (!parsed.success) return refuse('bad-request', inputProblem(parsed.error.issues))
    const { id, type, payload } = parsed.data
    const command = parseCommand(type, payload)
    if (!command.ok) return command
    try {
      const login = await authenticator.findLogin(connection.loginId)
      if (!login) return refuse('session-expired')
      const { sessionId, address } = connection
      return await authority.submit({ sessionId, actor: login.actor, commandId: id, address }, command.value)
    } catch (error) {
      failures.report('a command failed', error, { command: type, requestId: id })
      return refuse(failureCode(error), { requestId: id })
    }
  }

  return { subscribe, command }
}

function turnAway(trail: SocketTrail, connection: Connection, code: Refusal['code']): void {
  trail.readRefused(connection, code)
  connection.socket.disconnect(true)
}

/** The command's id; empty for anything else, which is not sent back. */
function idOf(message: unknown): string {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : ''
  return up.cmd.shape.id.safeParse(id).data ?? ''
}

function nackMessage(language: Language, id: string, refused: Refusal): NackMessage {
  return { id, code: refused.code, params: { ...refused.params }, message: messageFor(language, refused) }
}
