import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { Actor } from '#domain/actor.ts'
import { refusal } from '#domain/permissions.ts'
import type { Clock } from '#lib/ports.ts'
import { err, type Result } from '#lib/result.ts'
import { languageOf, messageFor } from '#protocol/messages/catalogue.ts'
import type { AckMessage } from '#protocol/socket/acknowledge.ts'
import { heartbeatMilliseconds } from '#protocol/socket/heartbeat.ts'
import { up, wireVersion } from '#protocol/socket/messages.ts'
import type { NackMessage } from '#protocol/socket/refuse.ts'
import type { SessionLog } from '../log/log.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Authority, Done } from '../session/authority.ts'
import { issueOf, parseCommand } from '../session/parse-command.ts'
import { type Bucket, createBucket } from './bucket.ts'
import type { Doorkeeper } from './doorkeeper.ts'
import type { Hub } from './hub.ts'

interface Services {
  readonly doorkeeper: Doorkeeper
  readonly authority: Authority
  readonly log: SessionLog
  readonly hub: Hub
  readonly clock: Clock
  readonly logger: Logger
}

interface Connection {
  readonly socket: Socket
  readonly token: string
  readonly loginId: string
  readonly actor: Actor
  readonly sessionId: string
  readonly mayAsk: Bucket
}

/** What one connection may ask: a burst of commands and subscriptions, then two a second. */
const askedAtOnce = 40
const askedPerSecond = 2

/** Puts the live session on the HTTP server: sub and cmd come up, events, ack, nack and hb go down. */
export function serveSockets(http: HttpServer, services: Services) {
  const io = new Server(http, { serveClient: false, maxHttpBufferSize: 100_000, pingInterval: 20_000 })
  const connections = new Set<Connection>()

  io.use(async (socket, next) => {
    if (socket.handshake.auth.version !== wireVersion) return next(new Error('wire-version'))
    const token = String(socket.handshake.auth.token ?? '')
    const admitted = await services.doorkeeper.admit(token)
    if (!admitted.ok || admitted.value.sessionId === null) return next(new Error('session-expired'))
    const { login, sessionId } = admitted.value
    socket.data = {
      socket,
      token,
      loginId: login.loginId,
      actor: login.actor,
      sessionId,
      mayAsk: createBucket(askedAtOnce, askedPerSecond, services.clock),
    } satisfies Connection
    next()
  })

  io.on('connection', (socket) => {
    const connection = socket.data as Connection
    connections.add(connection)
    socket.on('sub', (message: unknown) => void guarded(subscribe(connection, message)))
    socket.on('cmd', (message: unknown) => void guarded(command(connection, message)))
    socket.on('disconnect', () => {
      connections.delete(connection)
      services.hub.leave(socket.id)
    })
  })

  async function subscribe(connection: Connection, message: unknown): Promise<void> {
    const { socket, actor, sessionId } = connection
    if (!connection.mayAsk()) return void socket.disconnect(true)
    const parsed = up.sub.safeParse(message)
    if (!parsed.success || parsed.data.session !== sessionId) return void socket.disconnect(true)
    const known = await services.log.state(sessionId)
    if (!known || refusal(known.state, actor, 'ReadLog')) return void socket.disconnect(true)
    // Gone meanwhile: nobody would make it leave the hub again.
    if (!socket.connected) return
    const { epoch, after } = parsed.data
    // Another epoch, or a place that this log has not reached: what was read before is not this log.
    const from = epoch !== known.epoch || after > known.head ? 0 : after
    services.hub.join(socket.id, {
      sessionId,
      actor,
      after: from,
      send: (frame) => socket.emit('events', frame),
    })
    socket.emit('hb', { head: known.head, now: services.clock() })
  }

  async function command(connection: Connection, message: unknown): Promise<void> {
    const { socket } = connection
    const result = await execute(connection, message)
    const id = idOf(message)
    if (result.ok) socket.emit('ack', { id, seq: result.value.seq } satisfies AckMessage)
    else socket.emit('nack', refusalMessage(socket, id, result.error))
  }

  async function execute(connection: Connection, message: unknown): Promise<Result<Done, Refusal>> {
    if (!connection.mayAsk()) return refuse('too-many-requests')
    const parsed = up.cmd.safeParse(message)
    if (!parsed.success) return refuse('bad-request', issueOf(parsed.error))
    const { id, type, payload } = parsed.data
    const command = parseCommand(type, payload)
    if (!command.ok) return command
    const standing = await services.doorkeeper.admit(connection.token)
    if (!standing.ok) return standing
    const { sessionId, socket } = connection
    const { actor } = standing.value.login
    const asked = { sessionId, actor, commandId: id, address: socket.handshake.address }
    try {
      return await services.authority.submit(asked, command.value)
    } catch (error) {
      services.logger.error({ err: error, command: type, requestId: id }, 'a command failed')
      return err({ code: 'internal', params: { requestId: id } })
    }
  }

  async function guarded(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => services.logger.error({ err: error }, 'a socket message failed'))
  }

  async function beat(): Promise<void> {
    const heads = new Map<string, Promise<number | null>>()
    const headOf = (sessionId: string) => {
      const head = heads.get(sessionId) ?? services.log.head(sessionId)
      heads.set(sessionId, head)
      return head
    }
    for (const { socket, token, sessionId } of connections) {
      const standing = await services.doorkeeper.admit(token)
      const head = standing.ok ? await headOf(sessionId) : null
      if (head === null) socket.disconnect(true)
      else socket.emit('hb', { head, now: services.clock() })
    }
  }
  const heart = setInterval(() => void guarded(beat()), heartbeatMilliseconds)

  return {
    /** Closes the sockets of a login that ended. */
    drop(loginId: string): void {
      for (const connection of connections) {
        if (connection.loginId === loginId) connection.socket.disconnect(true)
      }
    },
    async close(): Promise<void> {
      clearInterval(heart)
      await io.close()
    },
  }
}

function idOf(message: unknown): string {
  return typeof message === 'object' && message !== null && 'id' in message ? String(message.id) : ''
}

function refusalMessage(socket: Socket, id: string, refused: Refusal): NackMessage {
  const asked = socket.handshake.auth.language ?? socket.handshake.headers['accept-language']
  const message = messageFor(languageOf(String(asked ?? '')), refused)
  return { id, code: refused.code, params: { ...refused.params }, message }
}
