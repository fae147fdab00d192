import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Server } from 'socket.io'
import { networkOf } from '../auth/network.ts'
import { refuseConnection } from './headers.ts'
import { requestAddress } from './origin.ts'
import type { TrustedProxies } from './proxies.ts'
import type { SocketTrail } from './socket-trail.ts'

interface Ending {
  once(event: 'close', listener: () => void): unknown
}

interface Limits {
  /** Of one address at once. */
  readonly most: number
  readonly proxies: TrustedProxies
  readonly trail: Pick<SocketTrail, 'crowded'>
}

/** Requests from an address that has too many open. */
const crowded = new WeakSet<IncomingMessage>()

/** Whether a request is one too many of its address (LIM-9). */
export function isCrowded(request: IncomingMessage): boolean {
  return crowded.has(request)
}

/**
 * Allows every address so many connections to this node at once (LIM-9). Behind a trusted proxy, whose connections
 * serve many, its requests in progress and its sockets are counted instead. Socket.IO's own connections are counted
 * besides: without WebSocket one connection of TCP may carry any number of them.
 */
export function limitAddresses(
  http: HttpServer,
  { engine }: Pick<Server, 'engine'>,
  { most, proxies, trail }: Limits,
): void {
  const admit = countByAddress(most)
  const admitSocket = countByAddress(most)

  function admitRequest(request: IncomingMessage, until: Ending): void {
    if (!proxies(request.socket.remoteAddress)) return
    if (!admit(requestAddress(request, proxies), until)) crowded.add(request)
  }

  http.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (proxies(address) || admit(address, socket)) return
    refuseConnection(socket)
    trail.crowded({ address, agent: '' })
  })
  http.prependListener('request', (request, response) => admitRequest(request, response))
  http.prependListener('upgrade', (request, socket) => admitRequest(request, socket))
  engine.on('connection', (connection: EngineConnection) => {
    const { request } = connection
    const address = requestAddress(request, proxies)
    if (admitSocket(address, connection)) return
    connection.close(true)
    trail.crowded({ address, agent: request.headers['user-agent'] ?? '' })
  })
}

type EngineConnection = Ending & {
  readonly request: IncomingMessage
  close(atOnce: boolean): void
}

/** Counts what each address has open. What is returned counts one until it closes; false where there are too many. */
function countByAddress(most: number): (address: string, one: Ending) => boolean {
  const open = new Map<string, number>()
  return (address, one) => {
    const key = networkOf(address)
    const count = open.get(key) ?? 0
    if (count >= most) return false
    open.set(key, count + 1)
    one.once('close', () => {
      const left = (open.get(key) ?? 0) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
    return true
  }
}
