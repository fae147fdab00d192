import type { Random } from '#lib/ports.ts'

/** Draws `size` bytes ahead, because a few bytes cost as much as thousands; each byte is given out once. */
export function poolRandom(random: Random, size = 8192): Random {
  let pool: Uint8Array = new Uint8Array(0)
  let used = 0
  return (length) => {
    if (length > size) return random(length)
    if (used + length > pool.length) {
      pool = random(size)
      used = 0
    }
    used += length
    return pool.subarray(used - length, used)
  }
}
