import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { Actor } from '#domain/session/actor.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { Clock } from '#lib/ports.ts'
import type { Result } from '#lib/result.ts'
import { languageOf, messageFor } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { AckMessage } from '#protocol/socket/ack.ts'
import { heartbeatMilliseconds, pingMilliseconds } from '#protocol/socket/hb.ts'
import { up, wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import type { NackMessage } from '#protocol/socket/nack.ts'
import { progressMilliseconds } from '#protocol/socket/progress.ts'
import { isDatabaseAway } from '../db/away.ts'
import { failureCode } from '../failure.ts'
import type { NodeWatch } from '../health/node-watch.ts'
import type { SessionLog } from '../log/log.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Authority, Done } from '../session/authority.ts'
import { issueOf, parseCommand } from '../session/parse-command.ts'
import { type Bucket, createBucket } from './bucket.ts'
import type { Doorkeeper } from './doorkeeper.ts'
import { addBareHeaders, isMalformedUpgrade, refuseUpgrade, setBareHeaders } from './headers.ts'
import { type Beating, beat, heartbeat } from './heart.ts'
import type { Hub } from './hub.ts'
import type { LastCalls } from './last-calls.ts'
import { isForeign, type OriginRules, ownOriginOnly, requestAddress, requestedHost } from './origin.ts'
import { gatherWrites, type SocketOutlet, socketOutlet } from './outlet.ts'
import { createProgressTeller, type ReadingOf } from './progress.ts'
import { createUserLimits } from './user-limits.ts'

interface Services {
  readonly doorkeeper: Doorkeeper
  readonly authority: Pick<Authority, 'submit'>
  readonly log: Pick<SessionLog, 'state' | 'head'>
  readonly hub: Hub
  readonly opener: { readonly reading: ReadingOf }
  /** Takes note of which bidders are connected. */
  readonly watch: Pick<NodeWatch, 'joined' | 'left'>
  readonly lastCalls: Pick<LastCalls, 'isRefusing'>
  readonly clock: Clock
  readonly logger: Logger
}

interface Connection extends Beating {
  readonly socket: Socket
  readonly outlet: SocketOutlet
  readonly actor: Actor
  readonly address: string
  readonly language: Language
  readonly mayAsk: Bucket
  /** It has subscribed, and may see the section. */
  isReading: boolean
}

/** What one connection may ask: a burst of commands and subscriptions, then two a second. */
const askedAtOnce = 40
const askedPerSecond = 2

/** Puts the live session on the HTTP server: sub and cmd come up, events, snapshot, ack, nack and hb go down. */
export function serveSockets(http: HttpServer, services: Services, origins: OriginRules = ownOriginOnly) {
  const { doorkeeper, hub, watch, lastCalls, clock, logger } = services
  const io = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: 100_000,
    pingInterval: pingMilliseconds,
    pingTimeout: 10_000,
    // Frames are written for many at once; compressed they would be everybody's own.
    perMessageDeflate: false,
    allowRequest(request, decide) {
      const host = requestedHost(request, origins.proxies)
      // A connection that was left open still brings requests to a server that is being stopped.
      decide(
        null,
        !lastCalls.isRefusing() &&
          !isForeign(request.headers.origin, host, origins) &&
          !isMalformedUpgrade(request),
      )
    },
  })
  http.prependListener('request', ({ url }, response) => {
    if (url?.startsWith('/socket.io')) setBareHeaders(response)
  })
  io.engine.on('headers', addBareHeaders)
  // Refused by the library itself, an upgrade would be answered without our headers; so it is answered here, before.
  io.engine.on('connection_error', ({ req }: { req: IncomingMessage }) => {
    if (req.headers.upgrade !== undefined) refuseUpgrade(req.socket)
  })
  // The answer to a handshake and the library's first packet are one write: thousands come back at once after a cut.
  http.prependListener('upgrade', (_request, tcp) => gatherWrites(tcp))
  const connections = new Set<Connection>()
  const limits = createUserLimits(clock)

  io.use((socket, next) => {
    admit(socket).then(
      (refused) => next(refused === null ? undefined : new Error(refused)),
      (error: unknown) => {
        logger.error({ err: error }, 'a socket could not be admitted')
        next(new Error(isDatabaseAway(error) ? 'unavailable' : 'internal'))
      },
    )
  })

  /** Makes a connection of the socket; a code when it is not let in. */
  async function admit(socket: Socket): Promise<string | null> {
    const { auth, headers } = socket.handshake
    if (auth.version !== wireVersion) return wireVersionRefused
    const token = String(auth.token ?? '')
    const admitted = await doorkeeper.admit(token)
    if (!admitted.ok || admitted.value.sessionId === null) return 'session-expired'
    const { login, sessionId } = admitted.value
    if (!limits.mayConnect(login.actor.id)) return 'too-many-requests'
    socket.data = {
      socket,
      loginId: login.loginId,
      actor: login.actor,
      sessionId,
      address: requestAddress(socket.request, origins.proxies),
      language: languageOf(String(auth.language ?? headers['accept-language'] ?? '')),
      outlet: socketOutlet(socket),
      mayAsk: createBucket(askedAtOnce, askedPerSecond, clock),
      dismiss: () => void socket.disconnect(true),
      isReading: false,
    } satisfies Connection
    return null
  }

  io.on('connection', (socket) => {
    const connection = socket.data as Connection
    connections.add(connection)
    limits.connected(connection.actor.id)
    const { actor, sessionId } = connection
    const bidderCode = actor.role === 'bidder' ? actor.unitCode : null
    if (bidderCode !== null) watch.joined(sessionId, bidderCode)
    forgetHandshake(socket)
    socket.on('sub', (message: unknown) => void guarded(subscribe(connection, message)))
    socket.on('cmd', (message: unknown) => void guarded(command(connection, message)))
    socket.on('disconnect', () => {
      connections.delete(connection)
      limits.left(connection.actor.id)
      if (bidderCode !== null) watch.left(sessionId, bidderCode)
      hub.leave(socket.id)
    })
  })

  async function subscribe(connection: Connection, message: unknown): Promise<void> {
    const { socket, actor, sessionId, outlet } = connection
    if (!connection.mayAsk()) return void socket.disconnect(true)
    const parsed = up.sub.safeParse(message)
    if (!parsed.success || parsed.data.session !== sessionId) return void socket.disconnect(true)
    const known = await services.log.state(sessionId)
    if (!known || refusal(known.unredactedState, actor, 'ReadLog')) return void socket.disconnect(true)
    // Gone meanwhile: nobody would make it leave the hub again.
    if (!socket.connected) return
    const { epoch, after } = parsed.data
    // Another epoch, or a place that this log has not reached: what was read before is not this log.
    const from = epoch !== known.epoch || after > known.head ? 0 : after
    connection.isReading = true
    // The first entries, where somebody has read them already, go out with the heartbeat.
    outlet.gather()
    hub.join(socket.id, { sessionId, actor, after: from, head: known.head, outlet })
    outlet.send(heartbeat(known, clock()))
  }

  async function command(connection: Connection, message: unknown): Promise<void> {
    const { socket } = connection
    const result = await execute(connection, message)
    const id = idOf(message)
    if (result.ok) socket.emit('ack', { id, seq: result.value.seq } satisfies AckMessage)
    else socket.emit('nack', refusalMessage(connection.language, id, result.error))
  }

  async function execute(connection: Connection, message: unknown): Promise<Result<Done, Refusal>> {
    if (!connection.mayAsk() || !limits.mayAsk(connection.actor.id)) return refuse('too-many-requests')
    const parsed = up.cmd.safeParse(message)
    if (!parsed.success) return refuse('bad-request', issueOf(parsed.error))
    const { id, type, payload } = parsed.data
    const command = parseCommand(type, payload)
    if (!command.ok) return command
    try {
      const login = await doorkeeper.stillIn(connection.loginId)
      if (!login) return refuse('session-expired')
      const { sessionId, address } = connection
      const { actor } = login
      const asked = { sessionId, actor, commandId: id, address }
      return await services.authority.submit(asked, command.value)
    } catch (error) {
      logger.error({ err: error, command: type, requestId: id }, 'a command failed')
      return refuse(failureCode(error), { requestId: id })
    }
  }

  async function guarded(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => logger.error({ err: error }, 'a socket message failed'))
  }

  let isBeating = false
  const heart = setInterval(() => {
    limits.sweep()
    // While the database is away they must not pile up.
    if (isBeating) return
    isBeating = true
    void guarded(beat(connections, services)).finally(() => {
      isBeating = false
    })
  }, heartbeatMilliseconds)

  const tellProgress = createProgressTeller(services.opener.reading)
  const telling = setInterval(
    () => tellProgress([...connections].filter(({ isReading }) => isReading)),
    progressMilliseconds,
  )

  return {
    io,
    /** Closes the sockets of a login that ended. */
    drop(loginId: string): void {
      for (const connection of connections) {
        if (connection.loginId === loginId) connection.socket.disconnect(true)
      }
    },
    /** Ends the connections; the HTTP server stays its owner's. */
    close(): void {
      clearInterval(heart)
      clearInterval(telling)
      io.engine.close()
    },
  }
}

function idOf(message: unknown): string {
  return typeof message === 'object' && message !== null && 'id' in message ? String(message.id) : ''
}

function refusalMessage(language: Language, id: string, refused: Refusal): NackMessage {
  return { id, code: refused.code, params: { ...refused.params }, message: messageFor(language, refused) }
}

/** The request that opened the connection is held by the libraries for as long as it lasts; thousands of them weigh. */
function forgetHandshake(socket: Socket): void {
  const { handshake } = socket
  Object.assign(socket, { handshake: { ...handshake, headers: {}, auth: {} } })
  Object.assign(socket.conn, { request: null })
}
