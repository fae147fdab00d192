import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { packBid } from '#seal/bid-package.ts'

/** A bid sealed as the format has it, by OpenSSL: a benchmark cannot wait for gigabytes sealed in JavaScript. */
export interface FastSealed {
  readonly ciphertext: Buffer
  readonly contentCommitment: string
  readonly fileIdentity: string
}

interface Request {
  readonly sessionId: string
  readonly bidderCode: string
  readonly figures: Readonly<Record<string, string>>
  readonly bytes: number
  readonly session: { readonly identity: string; readonly recipient: string }
}

const chunkLength = 65_536

export async function fastSeal({
  sessionId,
  bidderCode,
  figures,
  bytes,
  session,
}: Request): Promise<FastSealed> {
  const content = { format: 'kaibiao-bid/1', sessionId, bidderCode, kind: 'technical', figures } as const
  const file = { name: '技术标.pdf', bytes: Buffer.alloc(bytes, bidderCode) }
  const plaintext = Buffer.concat(packBid(content, [file], randomBytes(32)))
  const fileIdentity = await generateX25519Identity()
  const inner = await layer(plaintext, fileIdentity, await identityToRecipient(fileIdentity))
  const ciphertext = await layer(inner, session.identity, session.recipient)
  const contentCommitment = createHash('sha256').update(plaintext).digest('hex')
  return { ciphertext, contentCommitment, fileIdentity }
}

/** One age layer: the head by the library, its payload by OpenSSL. */
async function layer(plaintext: Uint8Array, identity: string, recipient: string): Promise<Buffer> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const empty = await encrypter.encrypt(new Uint8Array(0))
  // After the head come the payload's nonce and the tag of an empty chunk.
  const head = empty.subarray(0, -32)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const nonce = randomBytes(16)
  const key = Buffer.from(hkdfSync('sha256', await decrypter.decryptHeader(head), nonce, 'payload', 32))
  const parts: Uint8Array[] = [head, nonce]
  for (let from = 0, count = 0; from < plaintext.length; from += chunkLength, count += 1) {
    const counter = Buffer.alloc(12)
    counter.writeUInt32BE(count, 7)
    counter[11] = from + chunkLength >= plaintext.length ? 1 : 0
    const cipher = createCipheriv('chacha20-poly1305', key, counter, { authTagLength: 16 })
    parts.push(
      cipher.update(plaintext.subarray(from, from + chunkLength)),
      cipher.final(),
      cipher.getAuthTag(),
    )
  }
  return Buffer.concat(parts)
}

/** The library alone, in memory, one layer after the other: what opening is measured against. */
export async function bareOpen(
  { ciphertext, fileIdentity }: FastSealed,
  sessionIdentity: string,
): Promise<Uint8Array> {
  let bytes: Uint8Array = ciphertext
  for (const identity of [sessionIdentity, fileIdentity]) {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    bytes = await decrypter.decrypt(bytes)
  }
  return bytes
}
