import { type Cipher, createCipheriv, createDecipheriv, type Decipher } from 'node:crypto'
import { areCommitted, type Entry } from '#domain/log/entry.ts'
import type { Random } from '#lib/ports.ts'
import { sha256 } from './sha256.ts'

/*
 * Private fields at rest: their JSON under AES-256-CTR with the session's key. What keeps them from being altered, or
 * moved to another entry, is the entry's commitments: whatever is unlocked is held against them. Whoever changes those
 * as well breaks the entry's hash, which covers them, and with it the chain that every reader checks.
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
  readonly blocks: number
}

/** Encrypts JSON of private fields. */
export type EncryptPrivate = (secrets: string) => Buffer

/**
 * What locks the private fields of one session: one stream for many entries, as starting a cipher costs ten times as
 * much as encrypting an entry. No block of it is ever used twice: it only goes on, under a nonce of its own.
 */
export function createEncryptor(key: Uint8Array, random: Random): EncryptPrivate {
  let stream: Stream | null = null

  function start(): Stream {
    const nonce = random(nonceLength)
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.concat([nonce, Buffer.alloc(4)]))
    return { nonce, cipher, blocks: 0 }
  }

  return (secrets) => {
    const { nonce, cipher, blocks } = stream && stream.blocks < longest ? stream : start()
    // Should anything fail from here on, nobody knows how far the cipher has come: the next one starts anew.
    stream = null
    const missing = -Buffer.byteLength(secrets) & (blockLength - 1)
    const text = cipher.update(secrets + ' '.repeat(missing), 'utf8')
    const locked = Buffer.allocUnsafe(blockLength + text.length)
    locked.set(nonce)
    locked.writeUInt32BE(blocks, nonceLength)
    locked.set(text, blockLength)
    stream = { nonce, cipher, blocks: blocks + text.length / blockLength }
    return locked
  }
}

/** Private fields of an entry of these commitments. Throws when they are not what was locked for it with this key. */
export type DecryptPrivate = (
  commitments: Entry['commitments'],
  locked: Uint8Array | null,
) => Entry['private']

/** For entries in their order, which mostly go on where the one before ended: their stream is started once. */
export function createDecryptor(key: Uint8Array): DecryptPrivate {
  let stream: { readonly decipher: Decipher; readonly next: Buffer } | null = null

  function decrypted(locked: Uint8Array): string {
    const block = Buffer.from(locked.subarray(0, blockLength))
    const length = locked.length - blockLength
    const goesOn = stream?.next.equals(block)
    const decipher = stream && goesOn ? stream.decipher : createDecipheriv('aes-256-ctr', key, block)
    const next = block.readUInt32BE(nonceLength) + length / blockLength
    // What was locked one by one, by older versions, does not end with a block.
    const isWhole = Number.isInteger(next) && next < 2 ** 32
    if (isWhole) block.writeUInt32BE(next, nonceLength)
    stream = isWhole ? { decipher, next: block } : null
    return decipher.update(locked.subarray(blockLength)).toString('utf8')
  }

  return (commitments, locked) => {
    const secrets = locked === null ? {} : parsed(decrypted(locked))
    const complete = secrets && Object.keys(secrets).length === Object.keys(commitments).length
    if (!complete || !areCommitted(secrets, commitments, sha256)) {
      throw new Error('the private fields of an entry are not those it has commitments of')
    }
    return secrets
  }
}

/** Null for what is no JSON: the error that says so would quote it. */
function parsed(text: string): Entry['private'] | null {
  try {
    return JSON.parse(text) as Entry['private']
  } catch {
    return null
  }
}
