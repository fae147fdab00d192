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

/** As `poolRandom`, in lower-case hex: a part of a long text costs a fraction of a text of its own. */
export function poolRandomHex(random: Random, size = 4096): (bytes: number) => string {
  let pool = ''
  let used = 0
  const hexOf = (bytes: number) => Buffer.from(random(bytes)).toString('hex')
  return (bytes) => {
    if (bytes > size) return hexOf(bytes)
    if (used + 2 * bytes > pool.length) {
      pool = hexOf(size)
      used = 0
    }
    used += 2 * bytes
    return pool.slice(used - 2 * bytes, used)
  }
}
