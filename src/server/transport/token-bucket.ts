import type { Clock } from '#lib/ports.ts'

/** Takes one token or as many as are asked for; false when the bucket holds less. */
export type TokenBucket = (tokens?: number) => boolean

/** Holds `size` tokens and gains `perSecond`. */
export function createTokenBucket(size: number, perSecond: number, clock: Clock): TokenBucket {
  let level = size
  let filledAt = clock()
  return (tokens = 1) => {
    const now = clock()
    level = Math.min(size, level + (Math.max(0, now - filledAt) / 1000) * perSecond)
    filledAt = now
    if (level < tokens) return false
    level -= tokens
    return true
  }
}
