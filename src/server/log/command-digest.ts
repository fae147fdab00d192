import { createHmac, hash } from 'node:crypto'
import type { DigestContent } from './batch.ts'

/**
 * Digests of what a session's command ids stand for. Keyed by the session's key: contents such as prices and names are
 * few enough to be guessed, and whoever has the database alone must not be able to check a guess (KEY-1).
 */
export function createDigest(privateKey: Uint8Array): DigestContent {
  const key = createHmac('sha256', privateKey).update('command digests').digest('hex')
  // In one call: this runs for every append, and an HMAC object takes several times as long.
  return (content) => hash('sha256', key + content, 'base64')
}
