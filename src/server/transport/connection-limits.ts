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
  /** How many bytes a second it has to take in each window in which something waited for it all the time. */
  readonly answer: { readonly window: number; readonly leastPerSecond: number }
  /** How long a connection may stay open that the server has ended. */
  readonly ended: number
}

const connectionLimits: ConnectionLimits = {
  body: bodyLimits,
  upload: uploadLimits,
  stuck: 60_000,
  // Kernels take an answer in portions of up to some hundred kilobytes.
  answer: { window: 120_000, leastPerSecond: 2000 },
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
    open.set(socket, { ...nothingWaits, isWebSocket: false })
    // Whoever never closes their half would keep the connection.
    socket.once('finish', () => void setTimeout(() => socket.destroy(), limits.ended).unref())
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, taking] of open) {
      if (isTooSlow(socket, taking, limits, everyMilliseconds)) socket.destroy()
    }
  }, everyMilliseconds)
  timer.unref()
  http.once('close', () => clearInterval(timer))
  http.prependListener('upgrade', (_request, socket) => {
    const taking = open.get(socket as Socket)
    if (taking) taking.isWebSocket = true
  })
  http.prependListener('request', (request, response) =>
    limitBody(request, response, limits, everyMilliseconds),
  )
}

/** What a client takes of what is sent to it. */
interface Taking {
  /** Bytes that the network has not taken. */
  waiting: number
  stillFor: number
  /** The window's age, and what had been taken when it began; null while nothing waits. */
  window: { age: number; readonly taken: number } | null
  isWebSocket: boolean
}

const nothingWaits = { waiting: 0, stillFor: 0, window: null }

/** Whether a client takes too little of what waits for it; call it at each interval. */
function isTooSlow(
  socket: Socket,
  taking: Taking,
  { stuck, answer }: ConnectionLimits,
  everyMilliseconds: number,
): boolean {
  const waiting = queuedBytesOf(socket)
  if (waiting === 0) {
    Object.assign(taking, nothingWaits)
    return false
  }
  taking.stillFor = waiting === taking.waiting ? taking.stillFor + everyMilliseconds : 0
  taking.waiting = waiting
  if (taking.stillFor >= stuck) return true
  if (taking.isWebSocket) return false
  const taken = socket.bytesWritten - waiting
  taking.window ??= { age: 0, taken }
  taking.window.age += everyMilliseconds
  if (taking.window.age < answer.window) return false
  const perSecond = ((taken - taking.window.taken) * 1000) / answer.window
  taking.window = { age: 0, taken }
  return perSecond < answer.leastPerSecond
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
