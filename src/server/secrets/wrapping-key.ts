import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A key outside the database that wraps the secrets in it (KEY-1). */
export interface WrappingKey {
  /** Names the key in what it wraps: 1 to 64 letters, digits, `-` and `_`. */
  readonly id: string
  /** `about` names the purpose and row; only with the same it can be unwrapped. */
  wrap(plain: Uint8Array, about: string): Promise<Uint8Array>
  /** Throws an `UnwrapError` for what this key did not wrap under this name. */
  unwrap(wrapped: Uint8Array, about: string): Promise<Uint8Array>
  /** HMAC-SHA-256 of the text, in base64url. */
  mark(text: string): Promise<string>
}

/** Altered, moved to another row, or wrapped by another key. */
export class UnwrapError extends Error {
  override readonly name = 'UnwrapError'
}

export const keyLength = 32
const nonceLength = 12
const tagLength = 16

/**
 * A key of 32 bytes in this process. HKDF derives one key for each use; values are wrapped by AES-256-GCM with `about`
 * as associated data, as nonce (12 bytes), ciphertext and tag (16 bytes).
 */
export function createLocalKey(bytes: Uint8Array): WrappingKey {
  if (bytes.length !== keyLength) throw new RangeError(`a wrapping key has ${keyLength} bytes`)
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), `kaibiao ${use}`, length))
  const wrapping = derive('wrapping', 32)
  const marking = derive('marking', 32)
  return {
    id: derive('key id', 8).toString('hex'),
    async wrap(plain, about) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', wrapping, nonce).setAAD(Buffer.from(about))
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    async unwrap(wrapped, about) {
      try {
        const end = wrapped.length - tagLength
        const decipher = createDecipheriv('aes-256-gcm', wrapping, wrapped.subarray(0, nonceLength), {
          authTagLength: tagLength,
        })
        decipher.setAAD(Buffer.from(about)).setAuthTag(wrapped.subarray(end))
        return Buffer.concat([decipher.update(wrapped.subarray(nonceLength, end)), decipher.final()])
      } catch {
        throw new UnwrapError(`${about} was altered or is another row's`)
      }
    },
    mark: async (text) => createHmac('sha256', marking).update(text).digest('base64url'),
  }
}

/** A wrapped value as the database keeps it: `w1.<key id>.<base64url>`. */
export function wrappedText(keyId: string, wrapped: Uint8Array): string {
  return `w1.${keyId}.${Buffer.from(wrapped).toString('base64url')}`
}

/** The key id and the bytes of a wrapped value; throws an `UnwrapError` for any other text. */
export function readWrapped(text: string): { readonly keyId: string; readonly wrapped: Uint8Array } {
  const [, keyId, encoded] = /^w1\.([\w-]{1,64})\.([\w-]+)$/.exec(text) ?? []
  if (keyId === undefined || encoded === undefined) throw new UnwrapError('not a wrapped value')
  return { keyId, wrapped: Buffer.from(encoded, 'base64url') }
}
