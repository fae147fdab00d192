import { type Cipher, createCipheriv, createDecipheriv, type Decipher } from 'node:crypto'
import { areCommitted, blindField, type Entry } from '#domain/log/entry.ts'
import type { Random } from '#lib/ports.ts'
import { sha256 } from './sha256.ts'

/*
 * Private fields at rest: their JSON encrypted by AES-256-CTR with the session's key. The entry's commitments protect
 * them from being altered or moved to another entry: decrypted fields are checked against them. The entry's hash covers
 * the commitments, so changing those breaks the chain that every reader checks.
 * Layout: the first counter block (12 bytes nonce, 4 bytes block count), then the ciphertext. The text is padded with
 * spaces to whole blocks, so that the next one begins at a block boundary.
 */

const nonceLength = 12
const blockLength = 16
/** A nonce is replaced after this many blocks. The count has four bytes, so any entry fits in the rest. */
const blocksPerNonce = 2 ** 31
/** UTF-8 bytes of one UTF-16 code unit at most. */
const mostBytesPerUnit = 3

/** Of plaintexts, which are erased after use. */
const scratch = Buffer.alloc(256 * 1024)

interface Stream {
  readonly nonce: Uint8Array
  readonly cipher: Cipher
  readonly blocks: number
}

/** Encrypts JSON of the private fields of entries; null stays null. */
export type EncryptPrivate = (secrets: readonly (string | null)[]) => (Buffer | null)[]

/**
 * Encrypts the private fields of one session. Many entries share one key stream, because starting a cipher costs ten
 * times as much as encrypting an entry. No block is used twice: the stream only advances, under a nonce of its own.
 */
export function createEncryptor(key: Uint8Array, random: Random): EncryptPrivate {
  let stream: Stream | null = null

  function start(): Stream {
    const nonce = random(nonceLength)
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.concat([nonce, Buffer.alloc(4)]))
    return { nonce, cipher, blocks: 0 }
  }

  return (secrets) => {
    if (secrets.every((text) => text === null)) return secrets.map(() => null)
    const { nonce, cipher, blocks } = stream && stream.blocks < blocksPerNonce ? stream : start()
    // After a failure from here on, the cipher's position is unknown: the next call starts a new stream.
    stream = null
    // All at once: a call of the cipher costs several times as much as encrypting an entry.
    const { text, ends } = padded(secrets)
    const encrypted = cipher.update(text)
    text.fill(0)
    let from = 0
    const locked = ends.map((end, i) => {
      if (secrets[i] === null) return null
      const bytes = Buffer.allocUnsafe(blockLength + end - from)
      bytes.set(nonce)
      bytes.writeUInt32BE(blocks + from / blockLength, nonceLength)
      bytes.set(encrypted.subarray(from, end), blockLength)
      from = end
      return bytes
    })
    stream = { nonce, cipher, blocks: blocks + from / blockLength }
    return locked
  }
}

/** Texts one after another, each padded to whole blocks, and where each ends. */
function padded(texts: readonly (string | null)[]): { readonly text: Buffer; readonly ends: number[] } {
  let longest = 0
  for (const text of texts) longest += mostBytesPerUnit * (text?.length ?? 0) + blockLength
  const place = longest > scratch.length ? Buffer.alloc(longest) : scratch
  let end = 0
  const ends = texts.map((text) => {
    if (text !== null) {
      const written = end + place.write(text, end)
      end = Math.ceil(written / blockLength) * blockLength
      place.fill(' ', written, end)
    }
    return end
  })
  return { text: place.subarray(0, end), ends }
}

/** Private fields of the entry with these commitments, without the blind. Throws if they are not what this key encrypted. */
export type DecryptPrivate = (
  commitments: Entry['commitments'],
  locked: Uint8Array | null,
) => Entry['private']

/** Entries in order mostly continue one key stream, which is then started once; other orders work too. */
export function createDecryptor(key: Uint8Array): DecryptPrivate {
  let stream: { readonly decipher: Decipher; readonly next: Buffer } | null = null

  function decrypted(locked: Uint8Array): string {
    const block = Buffer.from(locked.subarray(0, blockLength))
    const length = locked.length - blockLength
    const goesOn = stream?.next.equals(block)
    const decipher = stream && goesOn ? stream.decipher : createDecipheriv('aes-256-ctr', key, block)
    const next = block.readUInt32BE(nonceLength) + length / blockLength
    // Older versions encrypted each entry by itself, without padding.
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
    const { [blindField]: _, ...shown } = secrets
    return shown
  }
}

/** Null for text that is not JSON: the parser's error would quote it. */
function parsed(text: string): Entry['private'] | null {
  try {
    return JSON.parse(text) as Entry['private']
  } catch {
    return null
  }
}
