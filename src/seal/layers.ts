import { bech32 } from '@scure/base'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { err, ok, type Result } from '#lib/result.ts'
import { decrypterFor, longestHead } from './age-reader.ts'
import { nextTurn } from './bytes.ts'

/** An age X25519 key pair: `identity` (AGE-SECRET-KEY-1…) decrypts what was encrypted to `recipient` (age1…). */
export interface KeyPair {
  readonly identity: string
  readonly recipient: string
}

const pieceSize = 1024 * 1024

export async function createKeyPair(): Promise<KeyPair> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The key of a session: its recipient is public from the start, its identity never leaves the server. */
export function createSessionKey(): Promise<KeyPair> {
  return createKeyPair()
}

/** Whether a text is an X25519 recipient (age1…); age's other recipient types are not part of the format. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return /^age1[02-9ac-hj-np-z]{58}$/.test(text)
  } catch {
    return false
  }
}

/** Whether a text is an X25519 identity in its canonical form, checksum included. */
export function isIdentity(text: string): boolean {
  if (!/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(text)) return false
  try {
    // `Decrypter.addIdentity` would derive the recipient too: a hundred times the work.
    bech32.decodeToBytes(text)
    return true
  } catch {
    return false
  }
}

/** Encrypts both layers in one pass (format rules 4 and 5); only the outer one without an inner recipient. */
export async function encryptLayers(
  pieces: readonly Uint8Array[],
  innerRecipient: string | null,
  outerRecipient: string,
): Promise<Uint8Array> {
  const plain = streamOf(pieces)
  const plainSize = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const inner = innerRecipient === null ? null : await encrypterTo(innerRecipient).encrypt(plain)
  const outer = await encrypterTo(outerRecipient).encrypt(inner ?? plain)
  return collect(outer, outer.size(inner ? inner.size(plainSize) : plainSize))
}

/** Decrypts the outer layer only. */
export async function openOuter(
  ciphertext: Uint8Array,
  sessionIdentity: string,
): Promise<Result<Uint8Array, 'bad-content'>> {
  try {
    const stream = await decrypterFor(sessionIdentity).decrypter.decrypt(streamOf([ciphertext]))
    return ok(await collect(stream, stream.size(ciphertext.length)))
  } catch {
    return err('bad-content')
  }
}

/** Whether the outer layer is sealed to this session; cheap, because it reads only the head. */
export async function isSealedTo(ciphertext: Uint8Array, sessionIdentity: string): Promise<boolean> {
  try {
    await decrypterFor(sessionIdentity).decrypter.decryptHeader(ciphertext.subarray(0, longestHead))
    return true
  } catch {
    return false
  }
}

function encrypterTo(recipient: string): Encrypter {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter
}

function streamOf(allPieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const pieces = allPieces.filter((piece) => piece.length > 0)
  let index = 0
  let offset = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces[index]
      if (!piece) return controller.close()
      const end = Math.min(offset + pieceSize, piece.length)
      controller.enqueue(piece.subarray(offset, end))
      if (end - offset === pieceSize) await nextTurn()
      if (end === piece.length) index += 1
      offset = end === piece.length ? 0 : end
    },
  })
}

async function collect(stream: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let length = 0
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes.set(next.value, length)
    length += next.value.length
  }
  if (length !== size) throw new Error('stream of another size')
  return bytes
}
