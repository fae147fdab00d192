import { randomBytes } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server } from 'socket.io'
import { pingMilliseconds } from '#protocol/socket/hb.ts'
import { poolRandomHex } from '../random-pool.ts'
import { isCrowded } from './address-limit.ts'
import type { ConnectionDrain } from './connection-drain.ts'
import { addBareHeaders, isMalformedUpgrade, refuseUpgrade, setBareHeaders } from './headers.ts'
import { isForeign, type OriginRules, requestAddress, requestedHost } from './origin.ts'
import type { SocketTrail } from './socket-trail.ts'
import { corkUntilNextTurn } from './socket-writer.ts'

interface Services {
  readonly drain: Pick<ConnectionDrain, 'isDraining'>
  readonly trail: Pick<SocketTrail, 'fromForeignOrigin' | 'crowded'>
}

const path = '/socket.io/'

/** For the connections' ids: the library would draw for each alone, which takes 4 % of a reconnection's time. */
const drawnHex = poolRandomHex(randomBytes)

/** Socket.IO on the HTTP server, with the same origin check, headers and refusals as the REST calls. */
export function createSocketServer(
  http: HttpServer,
  { drain, trail }: Services,
  origins: OriginRules,
): Server {
  const io = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: 100_000,
    pingInterval: pingMilliseconds,
    // A page that computes answers late. One that hears nothing does not wait for this (HB-4).
    pingTimeout: 20_000,
    // Frames are shared by many connections; compression would encode them for each.
    perMessageDeflate: false,
    allowRequest(request, decide) {
      const { headers } = request
      const isOthers = isForeign(headers.origin, requestedHost(request, origins.proxies), origins)
      const from = () => {
        return { address: requestAddress(request, origins.proxies), agent: headers['user-agent'] ?? '' }
      }
      if (isOthers) trail.fromForeignOrigin(from())
      else if (isCrowded(request)) trail.crowded(from())
      // Open connections may still bring requests while the server drains.
      const isRefused = isOthers || isCrowded(request) || isMalformedUpgrade(request)
      decide(null, !drain.isDraining() && !isRefused)
    },
  })
  http.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(path)) setBareHeaders(response)
  })
  io.engine.generateId = () => drawnHex(16)
  io.engine.on('headers', addBareHeaders)
  // The library would answer a refused upgrade without our headers, so it is answered here first.
  io.engine.on('connection_error', ({ req }: { req: IncomingMessage }) => {
    if (req.headers.upgrade !== undefined) refuseUpgrade(req.socket)
  })
  // The library would let it wait for a second, and keep what the client does not close.
  http.prependListener('upgrade', ({ url }, tcp: Socket) => {
    if (!url?.startsWith(path)) refuseUpgrade(tcp)
  })
  // It answers other methods as its own failure.
  io.engine.use(({ method }: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (method === 'GET' || method === 'POST') next()
    else response.writeHead(400).end()
  })
  // The handshake's answer and the first packet go out in one write: after an outage thousands reconnect at once.
  http.prependListener('upgrade', (_request, tcp) => corkUntilNextTurn(tcp))
  return io
}
