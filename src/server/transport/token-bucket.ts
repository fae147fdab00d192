import type { Clock } from '#lib/ports.ts'

/** Takes one token; false when the bucket is empty. */
export type TokenBucket = () => boolean

/** Holds `size` tokens and gains `perSecond`. */
export function createTokenBucket(size: number, perSecond: number, clock: Clock): TokenBucket {
  let level = size
  let filledAt = clock()
  return () => {
    const now = clock()
    level = Math.min(size, level + (Math.max(0, now - filledAt) / 1000) * perSecond)
    filledAt = now
    if (level < 1) return false
    level -= 1
    return true
  }
}
