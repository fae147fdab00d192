import type { Server as HttpServer } from 'node:http'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '#lib/ports.ts'
import { shortQuote } from '#lib/text.ts'
import { languageOf } from '#protocol/messages/catalogue.ts'
import { heartbeatMilliseconds } from '#protocol/socket/hb.ts'
import { up } from '#protocol/socket/messages.ts'
import { progressMilliseconds } from '#protocol/socket/progress.ts'
import { createFailureLog } from '../failure-log.ts'
import type { NodeWatch } from '../health/node-watch.ts'
import { repeatWithoutOverlap } from '../repeat.ts'
import type { AuthenticatedCaller } from './authenticator.ts'
import type { ConnectionDrain } from './connection-drain.ts'
import { type ConnectionGuards, guardConnections } from './connection-guard.ts'
import { sendHeartbeats } from './heartbeat.ts'
import { type OriginRules, ownOriginOnly, requestAddress } from './origin.ts'
import { createProgressSender, type ProgressOf } from './progress.ts'
import { admitSockets } from './socket-admission.ts'
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

/**
 * Serves live sessions on the HTTP server: handles `sub`, which may come with the authorization, and `cmd`; sends
 * heartbeats and progress.
 */
export function serveSockets(http: HttpServer, services: Services, origins: OriginRules = ownOriginOnly) {
  const { trail, clock, logger } = services
  const io = createSocketServer(http, services, origins)
  const connections = new Set<Connection>()
  const limits = createUserLimits()
  const failures = createFailureLog(logger, clock)
  const handle = createMessageHandlers(services, failures)
  const guards = guardConnections(io, clock, logger)
  const addressOf = addressesOf(io, origins)
  admitSockets(io, { ...services, limits, failures, addressOf }, (socket, caller) =>
    connectionOf(socket, caller, { addressOf, guards, clock }),
  )

  io.on('connection', (socket) => {
    const connection = socket.data as Connection
    socket.on('disconnect', joined(connection))
    guards.admit(socket, Object.keys(up), (reason) => trail.cut(connection, reason))
    const subscribe = (message: unknown) => void logged(handle.subscribe(connection, message))
    const { sub } = releaseHandshake(socket)
    if (sub !== undefined) subscribe(sub)
    socket.on('sub', subscribe)
    socket.on('cmd', (message: unknown) => void logged(handle.command(connection, message)))
  })

  /** Counts a connection in; returns what takes it out again. */
  function joined(connection: Connection): () => void {
    const { actor, sessionId, socket } = connection
    const bidderCode = actor.role === 'bidder' ? actor.unitCode : null
    connections.add(connection)
    if (bidderCode !== null) services.nodeWatch.joined(sessionId, bidderCode)
    return () => {
      connections.delete(connection)
      if (bidderCode !== null) services.nodeWatch.left(sessionId, bidderCode)
      services.delivery.unsubscribe(socket.id)
    }
  }

  const logged = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => failures.report('a socket message failed', error))

  // While the database does not answer, heartbeats must not pile up.
  const sendAll = () => logged(sendHeartbeats(connections, services))
  const stopHeartbeats = repeatWithoutOverlap(heartbeatMilliseconds, sendAll)

  const sendProgress = createProgressSender(services.bidFileProcessor.progress)
  const progressTimer = setInterval(() => sendProgress(readersAmong(connections)), progressMilliseconds)

  return {
    io,
    guards,
    addressOf,
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

function readersAmong(connections: ReadonlySet<Connection>): Connection[] {
  return [...connections].filter(({ isReading }) => isReading)
}

/** The connection of an authenticated socket; null where the token is not for a section. */
function connectionOf(
  socket: Socket,
  { login, sessionId }: AuthenticatedCaller,
  {
    addressOf,
    guards,
    clock,
  }: { addressOf: (socket: Socket) => string; guards: ConnectionGuards; clock: Clock },
): Connection | null {
  if (sessionId === null) return null
  const { auth, headers } = socket.handshake
  const writer = createSocketWriter(socket)
  // The CONNECT packet and the first entries go out in one write.
  if (auth.sub !== undefined) writer.cork()
  return {
    socket,
    loginId: login.loginId,
    actor: login.actor,
    sessionId,
    address: addressOf(socket),
    agent: shortQuote(headers['user-agent'] ?? ''),
    language: languageOf(String(auth.language ?? headers['accept-language'] ?? '')),
    writer,
    mayAsk: createTokenBucket(askedAtOnce, askedPerSecond, clock),
    guard: guards.of(socket),
    dismiss: () => void socket.disconnect(true),
    isReading: false,
  }
}

/** From where each connection came, also once its request has been released. */
function addressesOf(io: Server, { proxies }: OriginRules): (socket: Socket) => string {
  const known = new WeakMap<object, string>()
  io.engine.on('connection', (connection: Socket['conn']) => {
    known.set(connection, requestAddress(connection.request, proxies))
  })
  return ({ conn }) => known.get(conn) ?? ''
}

/**
 * Releases the request that opened the connection: the libraries would keep it, which takes memory for thousands.
 * Returns what came with it.
 */
function releaseHandshake(socket: Socket): Socket['handshake']['auth'] {
  const { handshake } = socket
  Object.assign(socket, { handshake: { ...handshake, headers: {}, auth: {} } })
  Object.assign(socket.conn, { request: null })
  return handshake.auth
}
