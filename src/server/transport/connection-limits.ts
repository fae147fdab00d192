import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type BodyLimits, bodyLimits, hasBody, uploadLimits, watchBody } from './body-watch.ts'
import { refuseSlow } from './headers.ts'
import { queuedBytesOf } from './socket-writer.ts'

/*
 * What holds for every HTTP connection, whichever way a request takes: a route, a malformed path, Socket.IO's polls
 * (rule LIM-7). What is sent on a WebSocket has limits of its own (`connection-guard.ts`).
 */

export interface ConnectionLimits {
  readonly body: BodyLimits
  readonly upload: BodyLimits
  /** How long a client may take nothing of an answer. */
  readonly stuck: number
  /** How long a connection may stay open that the server has ended. */
  readonly ended: number
}

const connectionLimits: ConnectionLimits = {
  body: bodyLimits,
  upload: uploadLimits,
  stuck: 60_000,
  ended: 2000,
}

/** Limits every connection of the server. Call it once Socket.IO is on it: that takes over the listeners it finds. */
export function limitConnections(
  http: HttpServer,
  limits = connectionLimits,
  everyMilliseconds = 1000,
): void {
  const open = new Map<Socket, Taking>()
  http.prependListener('connection', (socket) => {
    open.set(socket, { waiting: 0, stillFor: 0 })
    // Whoever never closes their half would keep the connection.
    socket.once('finish', () => void setTimeout(() => socket.destroy(), limits.ended).unref())
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, taking] of open) {
      const waiting = queuedBytesOf(socket)
      taking.stillFor = waiting > 0 && waiting === taking.waiting ? taking.stillFor + everyMilliseconds : 0
      taking.waiting = waiting
      if (taking.stillFor >= limits.stuck) socket.destroy()
    }
  }, everyMilliseconds)
  timer.unref()
  http.once('close', () => clearInterval(timer))
  http.prependListener('request', (request, response) =>
    limitBody(request, response, limits, everyMilliseconds),
  )
}

/** What a client takes of what is sent to it. */
interface Taking {
  /** Bytes that the network has not taken. */
  waiting: number
  stillFor: number
}

function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  { body, upload }: ConnectionLimits,
  everyMilliseconds: number,
): void {
  if (!hasBody(request)) return
  const isUpload = request.headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false
  const stop = watchBody(request, isUpload ? upload : body, refuseSlow, everyMilliseconds)
  response.once('finish', () => {
    stop()
    // The rest of what has its answer is read by nobody; no upload takes its time here.
    watchBody(request, body, (socket) => socket.destroySoon(), everyMilliseconds)
  })
}
