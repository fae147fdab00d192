import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../auth/network.ts'
import { refuseConnection } from './headers.ts'
import { requestAddress } from './origin.ts'
import type { TrustedProxies } from './proxies.ts'

interface Ending {
  once(event: 'close', listener: () => void): unknown
}

/** Requests from an address that has too many open. */
const crowded = new WeakSet<IncomingMessage>()

/** Whether a request is one too many of its address (LIM-9). */
export function isCrowded(request: IncomingMessage): boolean {
  return crowded.has(request)
}

/**
 * Allows every address so many connections to this node at once (LIM-9). Behind a trusted proxy, whose connections
 * serve many, its requests in progress and its sockets are counted instead. Call it once Socket.IO is on the server.
 */
export function limitAddresses(http: HttpServer, most: number, proxies: TrustedProxies): void {
  const open = new Map<string, number>()

  /** Counts one until it closes; false where there are too many. */
  function admit(address: string, one: Ending): boolean {
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

  function admitRequest(request: IncomingMessage, until: Ending): void {
    if (!proxies(request.socket.remoteAddress)) return
    if (!admit(requestAddress(request, proxies), until)) crowded.add(request)
  }

  http.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (!proxies(address) && !admit(address, socket)) refuseConnection(socket)
  })
  http.prependListener('request', (request, response) => admitRequest(request, response))
  http.prependListener('upgrade', (request, socket) => admitRequest(request, socket))
}
