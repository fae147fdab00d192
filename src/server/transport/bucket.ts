import type { Clock } from '#lib/ports.ts'

/** Whether one more may pass. */
export type Bucket = () => boolean

/** Lets `size` through at once and `perSecond` on average; who asks more often is told so. */
export function createBucket(size: number, perSecond: number, clock: Clock): Bucket {
  let level = size
  let seen = clock()
  return () => {
    const now = clock()
    level = Math.min(size, level + (Math.max(0, now - seen) / 1000) * perSecond)
    seen = now
    if (level < 1) return false
    level -= 1
    return true
  }
}
