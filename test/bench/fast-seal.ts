import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import { packBid } from '#seal/bid-package.ts'
import type { KeyPair } from '#seal/layers.ts'

/** Bids sealed in the real format by OpenSSL, because sealing gigabytes in JavaScript takes too long. */
export interface FastSealed {
  readonly ciphertext: Buffer
  readonly contentCommitment: string
}

interface Request {
  readonly sessionId: string
  readonly bidderCode: string
  readonly figures: Readonly<Record<string, string>>
  readonly bytes: number
}

type Seal = (request: Request) => FastSealed

const chunkLength = 65_536

/**
 * Seals bids to a section and to one identity shared by all bidders. Opening costs the same as with own identities;
 * for sealing, the headers of both layers are made once.
 */
export async function fastSealer(session: KeyPair, bidders: KeyPair): Promise<Seal> {
  const inner = await layerTo(bidders)
  const outer = await layerTo(session)
  return ({ sessionId, bidderCode, figures, bytes }) => {
    const content = { format: 'kaibiao-bid/1', sessionId, bidderCode, kind: 'technical', figures } as const
    const file = { name: '技术标.pdf', bytes: Buffer.alloc(bytes, bidderCode) }
    const plaintext = Buffer.concat(packBid(content, [file], randomBytes(32)))
    const contentCommitment = createHash('sha256').update(plaintext).digest('hex')
    return { ciphertext: outer(inner(plaintext)), contentCommitment }
  }
}

/** An age layer to one recipient: the library makes the header once, OpenSSL each payload. */
async function layerTo({ identity, recipient }: KeyPair): Promise<(plaintext: Uint8Array) => Buffer> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const empty = await encrypter.encrypt(new Uint8Array(0))
  // After the header come the payload's nonce and the tag of an empty chunk.
  const head = empty.subarray(0, -32)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const fileKey = await decrypter.decryptHeader(head)
  return (plaintext) => {
    const nonce = randomBytes(16)
    const key = Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
    return Buffer.concat([head, nonce, ...sealedChunks(plaintext, key)])
  }
}

function sealedChunks(plaintext: Uint8Array, key: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let from = 0, count = 0; from < plaintext.length; from += chunkLength, count += 1) {
    const counter = Buffer.alloc(12)
    counter.writeUInt32BE(count, 7)
    counter[11] = from + chunkLength >= plaintext.length ? 1 : 0
    const cipher = createCipheriv('chacha20-poly1305', key, counter, { authTagLength: 16 })
    const chunk = plaintext.subarray(from, from + chunkLength)
    parts.push(cipher.update(chunk), cipher.final(), cipher.getAuthTag())
  }
  return parts
}

/** The baseline of opening: the library alone, in memory, one layer after the other. */
export async function bareOpen(
  { ciphertext }: FastSealed,
  identities: readonly string[],
): Promise<Uint8Array> {
  let bytes: Uint8Array = ciphertext
  for (const identity of identities) {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    bytes = await decrypter.decrypt(bytes)
  }
  return bytes
}
