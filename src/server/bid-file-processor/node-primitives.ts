import { createDecipheriv, createHash } from 'node:crypto'
import type { Primitives } from '#seal/primitives.ts'

const tagLength = 16

/** OpenSSL's implementations: about ten times as fast as those in JavaScript. */
export const nodePrimitives: Primitives = {
  sha256() {
    const hash = createHash('sha256')
    return {
      update: (bytes) => void hash.update(bytes),
      digestHex: () => hash.digest('hex'),
    }
  },
  openChunk(key, nonce, sealed) {
    const end = sealed.length - tagLength
    if (end < 0) throw new Error('shorter than its tag')
    const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagLength })
    decipher.setAuthTag(sealed.subarray(end))
    const opened = decipher.update(sealed.subarray(0, end))
    // Checks the tag; nothing may be returned before.
    decipher.final()
    return opened
  },
}
