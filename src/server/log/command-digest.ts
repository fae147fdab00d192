import { createHmac, hash } from 'node:crypto'
import type { DigestContent } from './batch.ts'

/** UTF-8 bytes of one UTF-16 code unit at most. */
const widest = 3

/**
 * Digests of what a session's command ids stand for. Keyed by the session's key: contents such as prices and names are
 * few enough to be guessed, and whoever has the database alone must not be able to check a guess (KEY-1).
 */
export function createDigest(privateKey: Uint8Array): DigestContent {
  const key = createHmac('sha256', privateKey).update('command digests').digest('hex')
  return (content) => {
    // Put together in one place that is used again: this runs for every append, and a new text each time is garbage.
    const longest = key.length + widest * content.length
    if (longest > scratch.length) scratch = Buffer.alloc(2 * longest)
    scratch.write(key, 'latin1')
    const end = key.length + scratch.write(content, key.length)
    // In one call: an HMAC object takes several times as long.
    return hash('sha256', scratch.subarray(0, end), 'base64')
  }
}

let scratch = Buffer.alloc(4096)
