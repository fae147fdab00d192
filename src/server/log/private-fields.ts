import { type Cipher, createCipheriv, createDecipheriv } from 'node:crypto'
import { areCommitted, type Entry } from '#domain/entry.ts'
import type { Random } from '#lib/ports.ts'
import { sha256 } from './sha256.ts'

/*
 * Private fields at rest: their JSON under AES-256-CTR with the session's key. What keeps them from being altered, or
 * moved to another entry, is the entry's commitments, which its hash covers: whatever is unlocked is held against them.
 * Layout: the counter block the ciphertext begins with (12 bytes nonce, 4 bytes count of blocks), ciphertext. The text
 * is filled up with spaces to whole blocks, so that the next one begins with a block of its own.
 */

const nonceLength = 12
const blockLength = 16
/** Blocks of one nonce; its count has four bytes, and an entry is far from taking what is left. */
const longest = 2 ** 31

interface Stream {
  readonly nonce: Uint8Array
  readonly cipher: Cipher
  blocks: number
}

/** Encrypts JSON of private fields. */
export type LockPrivate = (secrets: string) => Buffer

/**
 * What locks the private fields of one session: one stream for many entries, as starting a cipher costs ten times as
 * much as encrypting an entry. No block of it is ever used twice: it only goes on, under a nonce of its own.
 */
export function createLock(key: Uint8Array, random: Random): LockPrivate {
  let stream: Stream | null = null

  function start(): Stream {
    const nonce = random(nonceLength)
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.concat([nonce, Buffer.alloc(4)]))
    return { nonce, cipher, blocks: 0 }
  }

  return (secrets) => {
    if (stream === null || stream.blocks >= longest) stream = start()
    const missing = -Buffer.byteLength(secrets) & (blockLength - 1)
    const text = stream.cipher.update(secrets + ' '.repeat(missing), 'utf8')
    const locked = Buffer.allocUnsafe(blockLength + text.length)
    locked.set(stream.nonce)
    locked.writeUInt32BE(stream.blocks, nonceLength)
    locked.set(text, blockLength)
    stream.blocks += text.length / blockLength
    return locked
  }
}

/** Throws when the bytes are not what was locked for an entry of these commitments with this key. */
export function unlockPrivate(
  key: Uint8Array,
  commitments: Entry['commitments'],
  locked: Uint8Array | null,
): Entry['private'] {
  const secrets = locked === null ? {} : decrypted(key, locked)
  const complete = Object.keys(secrets).length === Object.keys(commitments).length
  if (!complete || !areCommitted(secrets, commitments, sha256)) {
    throw new Error('the private fields of an entry are not those it has commitments of')
  }
  return secrets
}

function decrypted(key: Uint8Array, locked: Uint8Array): Entry['private'] {
  const decipher = createDecipheriv('aes-256-ctr', key, locked.subarray(0, blockLength))
  return JSON.parse(decipher.update(locked.subarray(blockLength), undefined, 'utf8')) as Entry['private']
}
