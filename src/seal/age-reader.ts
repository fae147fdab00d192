import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Decrypter } from 'age-encryption'
import { joined, utf8 } from './bytes.ts'
import type { Primitives } from './primitives.ts'

/** In bytes. One X25519 stanza needs a fifth of it; a longer head is an attack on the reader's memory. */
export const longestHead = 4096

const chunkLength = 64 * 1024
const tagLength = 16
const sealedChunkLength = chunkLength + tagLength
const nonceLength = 16

/** A layer could not be decrypted: sealed to another identity (`unmatched`), no age file, or not authentic. */
export class LayerError extends Error {
  readonly unmatched: boolean
  constructor(message: string, unmatched = false) {
    super(message)
    this.unmatched = unmatched
  }
}

/**
 * Decrypts one age layer (v1, exactly one X25519 stanza) as a stream, in chunks of 64 KiB. The library checks the head.
 * Throws `LayerError` at the first chunk that is not authentic. All yielded bytes are authentic, but the file is known
 * to be complete only when this returns.
 */
export async function* readLayer(
  source: AsyncIterable<Uint8Array>,
  identity: string,
  primitives: Primitives,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = new Uint8Array()
  let read: ((piece: Uint8Array) => Generator<Uint8Array>) | null = null
  let finish: (() => Uint8Array) | null = null
  for await (const piece of source) {
    if (read) {
      yield* read(piece)
      continue
    }
    head = joined([head, piece])
    const length = headLength(head)
    if (length === null || head.length < length + nonceLength) continue
    const key = await payloadKey(head, length, identity)
    const payload = payloadReader(key, primitives)
    read = payload.read
    finish = payload.finish
    yield* read(head.subarray(length + nonceLength))
  }
  if (!finish) throw new LayerError('the file ends in its head')
  yield finish()
}

/** Length of the head up to the end of its last line; null while it is incomplete. */
function headLength(start: Uint8Array): number | null {
  const text = new TextDecoder('latin1').decode(start.subarray(0, longestHead))
  const last = text.indexOf('\n--- ')
  const end = last < 0 ? -1 : text.indexOf('\n', last + 1)
  if (end >= 0) return end + 1
  if (start.length >= longestHead) throw new LayerError('the head is too long')
  return null
}

async function payloadKey(head: Uint8Array, length: number, identity: string): Promise<Uint8Array> {
  const { decrypter, unmatched } = decrypterFor(identity)
  try {
    const fileKey = await decrypter.decryptHeader(head.subarray(0, length))
    return hkdf(sha256, fileKey, head.subarray(length, length + nonceLength), utf8('payload'), 32)
  } catch (error) {
    throw new LayerError(String(error), unmatched())
  }
}

/**
 * The chunks of age's STREAM: the last one is marked in its nonce, all others are full, and only a single one is empty.
 */
function payloadReader(key: Uint8Array, { openChunk }: Primitives) {
  const buffer = new Uint8Array(sealedChunkLength)
  const nonce = new Uint8Array(12)
  const counter = new DataView(nonce.buffer)
  let filled = 0
  let chunks = 0

  function open(last: boolean): Uint8Array {
    counter.setUint32(7, chunks)
    nonce[11] = last ? 1 : 0
    chunks += 1
    try {
      return openChunk(key, nonce, buffer.subarray(0, filled))
    } catch (error) {
      throw new LayerError(String(error))
    }
  }

  return {
    *read(piece: Uint8Array): Generator<Uint8Array> {
      for (let from = 0; from < piece.length; ) {
        // A full chunk is decrypted once another byte follows, because only then it is known not to be the last.
        if (filled === sealedChunkLength) {
          yield open(false)
          filled = 0
        }
        const taken = piece.subarray(from, from + sealedChunkLength - filled)
        buffer.set(taken, filled)
        filled += taken.length
        from += taken.length
      }
    },
    finish(): Uint8Array {
      const last = open(true)
      if (last.length === 0 && chunks > 1) throw new LayerError('an empty chunk at the end')
      return last
    },
  }
}

/**
 * A decrypter with two guards. The first refuses a head that has not exactly one stanza, because each stanza costs a
 * scalar multiplication. The last detects that the identity did not match.
 */
export function decrypterFor(identity: string): { decrypter: Decrypter; unmatched: () => boolean } {
  let unmatched = false
  const decrypter = new Decrypter()
  decrypter.addIdentity({
    unwrapFileKey(stanzas) {
      if (stanzas.length !== 1) throw new Error('one recipient expected')
      return null
    },
  })
  decrypter.addIdentity(identity)
  decrypter.addIdentity({
    unwrapFileKey() {
      unmatched = true
      return null
    },
  })
  return { decrypter, unmatched: () => unmatched }
}
