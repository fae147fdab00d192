import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'socket.io'
import { languageOf } from '#protocol/messages/catalogue.ts'
import { heartbeatMilliseconds } from '#protocol/socket/hb.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { progressMilliseconds } from '#protocol/socket/progress.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import type { NodeWatch } from '../health/node-watch.ts'
import { repeatWithoutOverlap } from '../repeat.ts'
import type { ConnectionDrain } from './connection-drain.ts'
import { sendHeartbeats } from './heartbeat.ts'
import { type OriginRules, ownOriginOnly, requestAddress } from './origin.ts'
import { createProgressSender, type ProgressOf } from './progress.ts'
import { type Connection, createMessageHandlers, type MessageServices } from './socket-messages.ts'
import { createSocketServer } from './socket-server.ts'
import { createSocketWriter } from './socket-writer.ts'
import { createTokenBucket } from './token-bucket.ts'
import { createUserLimits } from './user-limits.ts'

interface Services extends MessageServices {
  readonly bidFileProcessor: { readonly progress: ProgressOf }
  /** Records which bidders are connected. */
  readonly nodeWatch: Pick<NodeWatch, 'joined' | 'left'>
  readonly drain: Pick<ConnectionDrain, 'isDraining'>
}

/** Commands and subscriptions of one connection: a burst, then two a second. */
const askedAtOnce = 40
const askedPerSecond = 2

/** Puts the live session on the HTTP server: `sub` and `cmd` come up; `events`, `snapshot`, `ack`, `nack` and `hb` go down. */
export function serveSockets(http: HttpServer, services: Services, origins: OriginRules = ownOriginOnly) {
  const { authenticator, delivery, nodeWatch, clock, logger } = services
  const io = createSocketServer(http, services.drain, origins)
  const connections = new Set<Connection>()
  const limits = createUserLimits(clock)
  const handlers = createMessageHandlers(services, limits)

  io.use((socket, next) => {
    admit(socket).then(
      (refused) => next(refused === null ? undefined : new Error(refused)),
      (error: unknown) => {
        logger.error({ err: error }, 'a socket could not be admitted')
        next(new Error(isDatabaseUnavailable(error) ? 'unavailable' : 'internal'))
      },
    )
  })

  /** Makes a connection of the socket; a code when it is refused. */
  async function admit(socket: Socket): Promise<string | null> {
    const { auth, headers } = socket.handshake
    if (auth.version !== wireVersion) return wireVersionRefused
    const caller = await authenticator.authenticate(String(auth.token ?? ''))
    if (!caller.ok || caller.value.sessionId === null) return 'session-expired'
    const { login, sessionId } = caller.value
    if (!limits.mayConnect(login.actor.id)) return 'too-many-requests'
    socket.data = {
      socket,
      loginId: login.loginId,
      actor: login.actor,
      sessionId,
      address: requestAddress(socket.request, origins.proxies),
      language: languageOf(String(auth.language ?? headers['accept-language'] ?? '')),
      writer: createSocketWriter(socket),
      mayAsk: createTokenBucket(askedAtOnce, askedPerSecond, clock),
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
    if (bidderCode !== null) nodeWatch.joined(sessionId, bidderCode)
    releaseHandshake(socket)
    socket.on('sub', (message: unknown) => void logged(handlers.subscribe(connection, message)))
    socket.on('cmd', (message: unknown) => void logged(handlers.command(connection, message)))
    socket.on('disconnect', () => {
      connections.delete(connection)
      limits.left(connection.actor.id)
      if (bidderCode !== null) nodeWatch.left(sessionId, bidderCode)
      delivery.unsubscribe(socket.id)
    })
  })

  async function logged(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => logger.error({ err: error }, 'a socket message failed'))
  }

  // While the database does not answer, heartbeats must not pile up.
  const sendAll = () => logged(sendHeartbeats(connections, services))
  const stopHeartbeats = repeatWithoutOverlap(heartbeatMilliseconds, () => {
    limits.removeInactive()
    return sendAll()
  })

  const sendProgress = createProgressSender(services.bidFileProcessor.progress)
  const progressTimer = setInterval(
    () => sendProgress([...connections].filter(({ isReading }) => isReading)),
    progressMilliseconds,
  )

  return {
    io,
    /** Heartbeats out of turn, after the clock was set. */
    sendHeartbeats: sendAll,
    /** Closes the sockets of a login that ended. */
    drop(loginId: string): void {
      for (const connection of connections) {
        if (connection.loginId === loginId) connection.socket.disconnect(true)
      }
    },
    /** Ends the connections; the HTTP server stays its owner's. */
    close(): void {
      stopHeartbeats()
      clearInterval(progressTimer)
      io.engine.close()
    },
  }
}

/** Lets go of the request that opened the connection: the libraries would keep it, and thousands of them take memory. */
function releaseHandshake(socket: Socket): void {
  const { handshake } = socket
  Object.assign(socket, { handshake: { ...handshake, headers: {}, auth: {} } })
  Object.assign(socket.conn, { request: null })
}
