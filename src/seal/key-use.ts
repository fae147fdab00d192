import { ObjectIdentifier, OctetString } from 'asn1js'
import { base64url, CompactEncrypt, compactDecrypt } from 'jose'
import type { PublicKeyInfo } from 'pkijs'
import { plainBytes, utf8 } from './bytes.ts'
import { sequenceOf, signatureNumbers } from './der.ts'

/**
 * The operations of one key type. `spki` and `pkcs8` are DER. A wrapped text names the fingerprint of its certificate
 * (`keyId`) and is, by key type:
 * - P-256: compact JWE, ECDH-ES+A256KW with A256GCM;
 * - RSA: compact JWE, RSA-OAEP-256 with A256GCM;
 * - SM2, which JOSE does not define: `SM2.<keyId>.<cipher>`, where the cipher is the SM2 encryption of the text's UTF-8
 *   in DER (GM/T 0009), base64url. A hardware key decrypts it in one operation.
 */
export interface KeyUse {
  readonly keyType: KeyType
  /** `alg` of a signed document; `SM2SM3` is a name of this project, because JOSE has none. */
  readonly signatureName: 'ES256' | 'RS256' | 'SM2SM3'
  /** Rejects or answers false for a wrong signature. */
  verify(spki: Uint8Array, data: Uint8Array, signature: Uint8Array): Promise<boolean>
  wrap(spki: Uint8Array, text: string, keyId: string): Promise<string>
  /** Rejects a private key of another type. */
  holder(pkcs8: Uint8Array): Promise<KeyHolder>
}

export type KeyType = 'P-256' | 'RSA' | 'SM2'

interface KeyHolder {
  sign(data: Uint8Array): Promise<Uint8Array>
  unwrap(wrapped: string): Promise<string>
}

const oid = {
  rsa: '1.2.840.113549.1.1.1',
  ellipticKey: '1.2.840.10045.2.1',
  p256: '1.2.840.10045.3.1.7',
  sm2: '1.2.156.10197.1.301',
}

const rsaBits = { least: 2048, most: 8192 }

/** The operations of a certificate's key; null for an unsupported type or a too short key. */
export function keyUseOf({ algorithm, subjectPublicKey }: PublicKeyInfo): KeyUse | null {
  const { algorithmId, algorithmParams } = algorithm
  if (algorithmId === oid.rsa) {
    const bits = rsaLength(subjectPublicKey.valueBlock.valueHexView)
    return bits >= rsaBits.least && bits <= rsaBits.most ? rsa : null
  }
  if (algorithmId !== oid.ellipticKey || !(algorithmParams instanceof ObjectIdentifier)) return null
  const curve = algorithmParams.valueBlock.toString()
  if (curve === oid.p256) return p256
  return curve === oid.sm2 ? sm2 : null
}

/** The public point, for RSA the key's sequence, of a SubjectPublicKeyInfo. Throws on anything else. */
function publicKeyBytes(spki: Uint8Array): Uint8Array {
  const [, key] = sequenceOf(spki)
  const bits: unknown = key && 'valueHexView' in key.valueBlock ? key.valueBlock.valueHexView : null
  if (!(bits instanceof Uint8Array)) throw new TypeError('no public key')
  return bits
}

const contentEncryption = 'A256GCM'

const p256 = jose({
  keyType: 'P-256',
  signatureName: 'ES256',
  signing: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  readSignature: (signature) => signatureNumbers(signature, 32),
  wrapping: { name: 'ECDH', namedCurve: 'P-256' },
  wrappingName: 'ECDH-ES+A256KW',
  usages: { wrap: [], unwrap: ['deriveBits'] },
})

// PKCS #1 v1.5 instead of PSS, because hardware keys in use support it.
const rsa = jose({
  keyType: 'RSA',
  signatureName: 'RS256',
  signing: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  readSignature: (signature) => signature,
  wrapping: { name: 'RSA-OAEP', hash: 'SHA-256' },
  wrappingName: 'RSA-OAEP-256',
  usages: { wrap: ['encrypt'], unwrap: ['decrypt'] },
})

const sm2: KeyUse = {
  keyType: 'SM2',
  signatureName: 'SM2SM3',
  async verify(spki, data, signature) {
    const { verifySm2 } = await import('./sm2.ts')
    return verifySm2(publicKeyBytes(spki), data, signatureNumbers(signature, 32))
  },
  async wrap(spki, text, keyId) {
    const { encryptSm2 } = await import('./sm2.ts')
    return `SM2.${keyId}.${base64url.encode(encryptSm2(publicKeyBytes(spki), utf8(text)))}`
  },
  async holder(pkcs8) {
    const { decryptSm2, signSm2 } = await import('./sm2.ts')
    const key = ellipticPrivateKey(pkcs8)
    return {
      sign: async (data) => signSm2(key, data),
      async unwrap(wrapped) {
        const [name, , cipher, ...more] = wrapped.split('.')
        if (name !== 'SM2' || !cipher || more.length > 0) throw new TypeError('not wrapped for an SM2 key')
        return new TextDecoder().decode(decryptSm2(key, base64url.decode(cipher)))
      },
    }
  },
}

/** A key type that WebCrypto and JOSE support. */
function jose(type: {
  keyType: KeyType
  signatureName: KeyUse['signatureName']
  signing: (EcKeyImportParams & { hash: string }) | RsaHashedImportParams
  readSignature: (signature: Uint8Array) => Uint8Array
  wrapping: EcKeyImportParams | RsaHashedImportParams
  wrappingName: string
  usages: { wrap: KeyUsage[]; unwrap: KeyUsage[] }
}): KeyUse {
  const { signing, wrapping, wrappingName, usages } = type
  const importPublic = (spki: Uint8Array, algorithm: typeof wrapping, uses: KeyUsage[]) =>
    crypto.subtle.importKey('spki', plainBytes(spki), algorithm, false, uses)
  const importPrivate = (pkcs8: Uint8Array, algorithm: typeof wrapping, uses: KeyUsage[]) =>
    crypto.subtle.importKey('pkcs8', plainBytes(pkcs8), algorithm, false, uses)
  /** A bidder's key checks several signatures within minutes; to import it takes longer than to check one. */
  const imported = new WeakMap<Uint8Array, Promise<CryptoKey>>()
  function verifyKey(spki: Uint8Array): Promise<CryptoKey> {
    const key = imported.get(spki) ?? importPublic(spki, signing, ['verify'])
    imported.set(spki, key)
    return key
  }

  return {
    keyType: type.keyType,
    signatureName: type.signatureName,
    async verify(spki, data, signature) {
      const key = await verifyKey(spki)
      const numbers = plainBytes(type.readSignature(signature))
      return crypto.subtle.verify(signing, key, numbers, plainBytes(data))
    },
    async wrap(spki, text, keyId) {
      return new CompactEncrypt(utf8(text))
        .setProtectedHeader({ alg: wrappingName, enc: contentEncryption, kid: keyId })
        .encrypt(await importPublic(spki, wrapping, usages.wrap))
    },
    async holder(pkcs8) {
      const [signingKey, wrappingKey] = await Promise.all([
        importPrivate(pkcs8, signing, ['sign']),
        importPrivate(pkcs8, wrapping, usages.unwrap),
      ])
      return {
        async sign(data) {
          return new Uint8Array(await crypto.subtle.sign(signing, signingKey, plainBytes(data)))
        },
        async unwrap(wrapped) {
          const { plaintext } = await compactDecrypt(wrapped, wrappingKey, {
            keyManagementAlgorithms: [wrappingName],
            contentEncryptionAlgorithms: [contentEncryption],
          })
          return new TextDecoder().decode(plaintext)
        },
      }
    },
  }
}

/** Bits of the modulus in an RSAPublicKey; 0 for anything else. */
function rsaLength(publicKey: Uint8Array): number {
  try {
    const [modulus] = sequenceOf(publicKey)
    const bytes: unknown =
      modulus && 'valueHexView' in modulus.valueBlock ? modulus.valueBlock.valueHexView : null
    if (!(bytes instanceof Uint8Array)) return 0
    const first = bytes.findIndex((byte) => byte !== 0)
    return first < 0 ? 0 : 8 * (bytes.length - first) - (Math.clz32(bytes[first] ?? 0) - 24)
  } catch {
    return 0
  }
}

/** The private number of an ECPrivateKey (RFC 5915) inside PKCS #8, 32 bytes. Throws on anything else. */
function ellipticPrivateKey(pkcs8: Uint8Array): Uint8Array {
  const [, , inner] = sequenceOf(pkcs8)
  const [, number] = inner instanceof OctetString ? sequenceOf(inner.valueBlock.valueHexView) : []
  const bytes = number instanceof OctetString ? number.valueBlock.valueHexView : new Uint8Array()
  if (bytes.length !== 32) throw new TypeError('not an SM2 private key')
  return bytes
}
