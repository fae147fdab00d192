import type { Socket } from 'node:net'

/** One direction of a connection: forwards what one socket sends to the other. */
export interface DelayedPipe {
  /** Stops reading and forwarding; what was already read is kept. */
  hold(): void
  resume(): void
  /** Discards what was read and not forwarded. */
  drop(): void
}

/** Reading pauses when more bytes than this are queued, as in a router's buffer. */
const longestQueue = 256 * 1024

interface Waiting {
  readonly due: number
  readonly bytes: Buffer
}

/** Forwards each chunk, and the end of the stream, in order, `latency()` milliseconds after it was read. */
export function openDelayedPipe(from: Socket, to: Socket, latency: () => number): DelayedPipe {
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
    resume() {
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
