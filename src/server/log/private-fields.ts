import { createCipheriv, createDecipheriv } from 'node:crypto'
import { canonicalJson } from '#domain/canonical.ts'
import type { Entry } from '#domain/entry.ts'
import type { Random } from '#lib/ports.ts'

/*
 * Private fields at rest: AES-256-GCM under the session's key over their canonical JSON, bound to session and seq.
 * Layout: 12 bytes nonce, ciphertext, 16 bytes tag.
 */

const nonceLength = 12
const tagLength = 16

/** Null when the entry has no private fields. */
export function lockPrivate(key: Uint8Array, sessionId: string, entry: Entry, random: Random): Buffer | null {
  if (Object.keys(entry.private).length === 0) return null
  const nonce = random(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeOf(sessionId, entry.seq))
  const text = cipher.update(canonicalJson(entry.private), 'utf8')
  return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()])
}

/** Throws when the bytes are not what was locked for this place with this key. */
export function unlockPrivate(
  key: Uint8Array,
  sessionId: string,
  seq: number,
  locked: Uint8Array | null,
): Entry['private'] {
  if (locked === null) return {}
  const end = locked.length - tagLength
  const decipher = createDecipheriv('aes-256-gcm', key, locked.subarray(0, nonceLength))
    .setAAD(placeOf(sessionId, seq))
    .setAuthTag(locked.subarray(end))
  const text = Buffer.concat([decipher.update(locked.subarray(nonceLength, end)), decipher.final()])
  return JSON.parse(text.toString('utf8')) as Entry['private']
}

function placeOf(sessionId: string, seq: number): Buffer {
  return Buffer.from(`${sessionId}:${seq}`)
}
