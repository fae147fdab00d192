/** The delay before a refused or dropped client reconnects. */
export interface ReconnectBackoff {
  /** Milliseconds until the next attempt. */
  next(): number
  /** Resets the delay after a success. */
  reset(): void
}

const longestMs = 30_000

/** Exponential from `firstMs` to 30 s with ±50 % jitter, because many clients reconnect at once. */
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
