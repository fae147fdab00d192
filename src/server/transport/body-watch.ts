import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Call } from '#protocol/call.ts'

/** What a request's body has to keep to; bytes, milliseconds. */
export interface BodyLimits {
  /** The longest time without any byte. */
  readonly idle: number
  /** From when on the mean rate counts, and the least bytes a second. */
  readonly rateAfter: number
  readonly leastPerSecond: number
  /** The longest time for the whole body. */
  readonly whole: number
}

export const bodyLimits: BodyLimits = {
  idle: 10_000,
  rateAfter: 10_000,
  leastPerSecond: 1000,
  whole: 60_000,
}

/** Bytes of a body without files (LIM-6), by the call's `auth`. */
export const largestBody = {
  // Fits the longest certificate login and fifty authorizations that are renewed.
  none: 128 * 1024,
  user: 1024 * 1024,
  session: 1024 * 1024,
  platform: 1024 * 1024,
} as const satisfies Record<Call['auth'], number>

/** The largest file in four hours is 45 kB a second; a slow line sends a usual one. */
export const uploadLimits: BodyLimits = {
  idle: 30_000,
  rateAfter: 60_000,
  leastPerSecond: 2000,
  whole: 14_400_000,
}

/**
 * Watches a request's body until it is complete; calls `onSlow` once when it breaks a limit. Time in which the server
 * itself does not take what has arrived is not counted. Returns what ends the watch.
 */
export function watchBody(
  request: IncomingMessage,
  { idle, rateAfter, leastPerSecond, whole }: BodyLimits,
  onSlow: (socket: Socket) => void,
  everyMilliseconds = 1000,
): () => void {
  const { socket } = request
  const began = socket.bytesRead
  let read = began
  let waited = 0
  let still = 0
  let passed = 0
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(timer)
    passed += everyMilliseconds
    // The client cannot send while this is full.
    const isOurTurn = request.readableLength >= request.readableHighWaterMark
    if (!isOurTurn) waited += everyMilliseconds
    still = socket.bytesRead > read || isOurTurn ? 0 : still + everyMilliseconds
    read = socket.bytesRead
    const isTooSlow = waited >= rateAfter && ((read - began) * 1000) / waited < leastPerSecond
    if (still < idle && !isTooSlow && passed < whole) return
    clearInterval(timer)
    onSlow(socket)
  }, everyMilliseconds)
  timer.unref()
  const stop = () => clearInterval(timer)
  request.once('close', stop)
  return stop
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
