/** How long who was refused or dropped waits before coming back. */
export interface ReconnectBackoff {
  /** Milliseconds until the next attempt. */
  next(): number
  /** The last one went well. */
  reset(): void
}

const longestMs = 30_000

/** `firstMs`, twice as long each time up to half a minute, each spread by a half to either side: many come at once. */
export function reconnectBackoff(firstMs: number, random: () => number = Math.random): ReconnectBackoff {
  let attempts = 0
  return {
    next() {
      const middle = Math.min(firstMs * 2 ** attempts, longestMs)
      attempts += 1
      return middle * (0.5 + random())
    },
    reset() {
      attempts = 0
    },
  }
}
