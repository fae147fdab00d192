import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64url, CompactEncrypt } from 'jose'
import { Certificate } from 'pkijs'
import { err, ok, type Result } from '#lib/result.ts'
import { fromBase64, plainBytes, toBase64, utf8 } from './bytes.ts'

/** What is read off a certificate; times are ISO 8601 in UTC, the fingerprint is SHA-256 of its DER in hex. */
export interface CertificateInfo {
  readonly subjectName: string
  /** The unit's code (organizationIdentifier, 2.5.4.97); null on a certificate that names none. */
  readonly unitCode: string | null
  readonly issuerName: string
  readonly notBefore: string
  readonly notAfter: string
  readonly fingerprint: string
}

export type TrustProblem = 'malformed-certificate' | 'untrusted-issuer' | 'not-yet-valid' | 'expired'

export const nameAttribute = { commonName: '2.5.4.3', organizationIdentifier: '2.5.4.97' } as const

/** The algorithms of one key type. Another key type (RSA: PS256 and RSA-OAEP-256) is another row of `keyUses`. */
interface KeyUse {
  readonly keyType: string
  readonly signatureName: 'ES256'
  readonly signing: { name: 'ECDSA'; namedCurve: 'P-256'; hash: 'SHA-256' }
  readonly wrappingName: 'ECDH-ES+A256KW'
  readonly wrapping: { name: 'ECDH'; namedCurve: 'P-256' }
}

const keyUses: readonly KeyUse[] = [
  {
    keyType: '1.2.840.10045.2.1 1.2.840.10045.3.1.7',
    signatureName: 'ES256',
    signing: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
    wrappingName: 'ECDH-ES+A256KW',
    wrapping: { name: 'ECDH', namedCurve: 'P-256' },
  },
]

export function readCertificate(pem: string): Result<CertificateInfo, 'malformed-certificate'> {
  const certificate = parsePem(pem)
  return certificate ? ok(infoOf(certificate, pem)) : err('malformed-certificate')
}

/**
 * Whether one of the trusted authorities issued the certificate itself and `at` (epoch milliseconds) lies within
 * its validity. Chains have two links: authority and holder.
 */
export async function checkTrust(
  pem: string,
  trustedPems: readonly string[],
  at: number,
): Promise<Result<CertificateInfo, TrustProblem>> {
  const certificate = parsePem(pem)
  if (!certificate) return err('malformed-certificate')
  const issued = await Promise.all(trustedPems.map((trusted) => isIssuedBy(certificate, parsePem(trusted))))
  if (!issued.includes(true)) return err('untrusted-issuer')
  if (at < certificate.notBefore.value.getTime()) return err('not-yet-valid')
  if (at > certificate.notAfter.value.getTime()) return err('expired')
  return ok(infoOf(certificate, pem))
}

/** Checks a signature of `CertificateHelper.sign`: base64url, for P-256 the 64 bytes r and s over SHA-256. */
export async function verifySignature(pem: string, data: Uint8Array, signature: string): Promise<boolean> {
  const certificate = parsePem(pem)
  const use = certificate && keyUse(certificate)
  if (!certificate || !use) return false
  try {
    const key = await importPublicKey(certificate, use.signing, ['verify'])
    return await crypto.subtle.verify(
      use.signing,
      key,
      plainBytes(base64url.decode(signature)),
      plainBytes(data),
    )
  } catch {
    return false
  }
}

/** The key that checks a JWS of this certificate, with its algorithm; null where the key type is not supported. */
export async function verificationKey(pem: string): Promise<{ key: CryptoKey; algorithm: string } | null> {
  const certificate = parsePem(pem)
  const use = certificate && keyUse(certificate)
  if (!certificate || !use) return null
  return {
    key: await importPublicKey(certificate, use.signing, ['verify']),
    algorithm: use.signatureName,
  }
}

/** The one-time identity as compact JWE to the certificate's key; null where the key type is not supported. */
export async function wrapIdentity(identity: string, pem: string): Promise<string | null> {
  const certificate = parsePem(pem)
  const use = certificate && keyUse(certificate)
  if (!certificate || !use) return null
  const key = await importPublicKey(certificate, use.wrapping, [])
  return new CompactEncrypt(utf8(identity))
    .setProtectedHeader({ alg: use.wrappingName, enc: 'A256GCM', kid: fingerprintOf(pem) })
    .encrypt(key)
}

/** The certificate's algorithms; null for a key type that is not supported. */
export function keyUse(certificate: Certificate): KeyUse | null {
  const { algorithmId, algorithmParams } = certificate.subjectPublicKeyInfo.algorithm
  const curve = algorithmParams?.valueBlock?.toString?.() ?? ''
  return keyUses.find((use) => use.keyType === `${algorithmId} ${curve}`) ?? null
}

/** The certificate of a PEM text; null on anything else. */
export function parsePem(pem: string): Certificate | null {
  const match = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(pem)
  try {
    return match?.[1] ? Certificate.fromBER(fromBase64(match[1])) : null
  } catch {
    return null
  }
}

export function pemOf(der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** The DER of a PEM text in base64, as a JWS header carries it (x5c). */
export function derBase64Of(pem: string): string {
  return pem.replace(/-----[A-Z ]+-----|\s/g, '')
}

function infoOf(certificate: Certificate, pem: string): CertificateInfo {
  const name = (attributes: Certificate['subject'], type: string): string | null => {
    const found = attributes.typesAndValues.find((attribute) => attribute.type === type)
    return found ? String(found.value.valueBlock.value) : null
  }
  return {
    subjectName: name(certificate.subject, nameAttribute.commonName) ?? '',
    unitCode: name(certificate.subject, nameAttribute.organizationIdentifier),
    issuerName: name(certificate.issuer, nameAttribute.commonName) ?? '',
    notBefore: certificate.notBefore.value.toISOString(),
    notAfter: certificate.notAfter.value.toISOString(),
    fingerprint: fingerprintOf(pem),
  }
}

function fingerprintOf(pem: string): string {
  return bytesToHex(sha256(fromBase64(derBase64Of(pem))))
}

async function isIssuedBy(certificate: Certificate, authority: Certificate | null): Promise<boolean> {
  if (!authority || !certificate.issuer.isEqual(authority.subject)) return false
  return certificate.verify(authority).catch(() => false)
}

function importPublicKey(
  certificate: Certificate,
  algorithm: KeyUse['signing'] | KeyUse['wrapping'],
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const spki = certificate.subjectPublicKeyInfo.toSchema().toBER(false)
  return crypto.subtle.importKey('spki', spki, algorithm, false, usages)
}
