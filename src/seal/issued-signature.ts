import type { BitString } from 'asn1js'
import type { AlgorithmIdentifier, Certificate } from 'pkijs'
import { plainBytes } from './bytes.ts'
import { spkiOf } from './certificate.ts'
import { signatureNumbers } from './der.ts'
import { keyUseOf } from './key-use.ts'

/** A parsed certificate or revocation list. */
export interface Issued {
  readonly tbsView: Uint8Array
  readonly signature: AlgorithmIdentifier
  readonly signatureAlgorithm: AlgorithmIdentifier
  readonly signatureValue: BitString
}

/** The accepted algorithms of authorities; others (SHA-1, MD5, Ed25519) are not trusted. */
const algorithms: Readonly<Record<string, { key: 'RSA' | 'EC' | 'SM2'; hash: string }>> = {
  '1.2.840.113549.1.1.11': { key: 'RSA', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { key: 'RSA', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { key: 'RSA', hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { key: 'EC', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { key: 'EC', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { key: 'EC', hash: 'SHA-512' },
  '1.2.156.10197.1.501': { key: 'SM2', hash: 'SM3' },
}

/** Whether the authority's key signed this. Authorities have the same key types as holders (key-use.ts). */
export async function isSignedBy(issued: Issued, authority: Certificate): Promise<boolean> {
  const { algorithmId } = issued.signatureAlgorithm
  const algorithm = algorithms[algorithmId]
  // The algorithm is stated twice, once in the signed part, and both must agree (RFC 5280, 4.1.1.2).
  if (!algorithm || issued.signature.algorithmId !== algorithmId) return false
  const use = keyUseOf(authority.subjectPublicKeyInfo)
  const fits = { RSA: 'RSA', EC: 'P-256', SM2: 'SM2' }[algorithm.key]
  if (use?.keyType !== fits) return false
  const spki = spkiOf(authority)
  const signature = issued.signatureValue.valueBlock.valueHexView
  try {
    if (algorithm.key === 'SM2') return await use.verify(spki, issued.tbsView, signature)
    return await verify(algorithm.key, algorithm.hash, spki, issued.tbsView, signature)
  } catch {
    return false
  }
}

async function verify(
  type: 'RSA' | 'EC',
  hash: string,
  spki: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const algorithm =
    type === 'RSA' ? { name: 'RSASSA-PKCS1-v1_5', hash } : { name: 'ECDSA', namedCurve: 'P-256', hash }
  const key = await crypto.subtle.importKey('spki', plainBytes(spki), algorithm, false, ['verify'])
  const numbers = type === 'RSA' ? signature : signatureNumbers(signature, 32)
  return crypto.subtle.verify(algorithm, key, plainBytes(numbers), plainBytes(data))
}
