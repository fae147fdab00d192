import type { Socket } from 'node:net'

/** One direction of a connection: what is read on one side, written on the other. */
export interface Lane {
  /** Nothing is read or forwarded until `go`. What was read before waits. */
  hold(): void
  go(): void
  /** Forgets what waits. */
  drop(): void
}

/** Bytes that may wait in a lane before its reader has to wait too, as in a router's buffer. */
const longestQueue = 256 * 1024

interface Waiting {
  readonly due: number
  readonly bytes: Buffer
}

/**
 * Carries bytes from one socket to the other, each piece `latency()` milliseconds after it was read, in order. An end
 * of the stream is carried like a piece.
 */
export function openLane(from: Socket, to: Socket, latency: () => number): Lane {
  const queue: Waiting[] = []
  let queued = 0
  let ended = false
  let held = false
  let lastDue = 0
  let timer: NodeJS.Timeout | null = null

  from.on('data', (bytes: Buffer) => {
    lastDue = Math.max(lastDue, performance.now() + latency())
    queue.push({ due: lastDue, bytes })
    queued += bytes.length
    if (queued > longestQueue) from.pause()
    forward()
  })
  from.on('end', () => {
    ended = true
    forward()
  })
  to.on('drain', forward)

  function forward(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (held || to.destroyed) return
    while (queue[0] && queue[0].due <= performance.now()) {
      if (to.writableNeedDrain) return
      const { bytes } = queue.shift() as Waiting
      queued -= bytes.length
      to.write(bytes)
    }
    if (queue[0]) timer = setTimeout(forward, Math.ceil(queue[0].due - performance.now()))
    else if (ended) to.end()
    if (queued <= longestQueue && from.isPaused()) from.resume()
  }

  return {
    hold() {
      held = true
      from.pause()
    },
    go() {
      held = false
      from.resume()
      forward()
    },
    drop() {
      if (timer) clearTimeout(timer)
      queue.length = 0
    },
  }
}
