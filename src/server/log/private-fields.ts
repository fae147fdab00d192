import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Entry } from '#domain/entry.ts'
import type { Random } from '#lib/ports.ts'

/*
 * Private fields at rest: AES-256-GCM under the session's key over their JSON, bound to session and seq.
 * Layout: 12 bytes nonce, ciphertext, 16 bytes tag.
 */

const nonceLength = 12
const tagLength = 16

/** `secrets` is the JSON of the entry's private fields. */
export function lockPrivate(
  key: Uint8Array,
  sessionId: string,
  seq: number,
  secrets: string,
  random: Random,
): Buffer {
  const nonce = random(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeOf(sessionId, seq))
  const text = cipher.update(secrets, 'utf8')
  // What is over at the end of a stream cipher is nothing.
  cipher.final()
  const locked = Buffer.allocUnsafe(nonceLength + text.length + tagLength)
  locked.set(nonce)
  locked.set(text, nonceLength)
  locked.set(cipher.getAuthTag(), nonceLength + text.length)
  return locked
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
