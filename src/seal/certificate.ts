import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { Certificate } from 'pkijs'
import { keepRecent } from '#lib/recent.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { fromBase64, toBase64 } from './bytes.ts'
import { valuesIn } from './der.ts'
import { type KeyType, type KeyUse, keyUseOf } from './key-use.ts'

/** A certificate's data; times are ISO 8601 in UTC, the fingerprint is SHA-256 of its DER in hex. */
export interface CertificateInfo {
  readonly subjectName: string
  /**
   * The unit's code: the subject's organizationIdentifier (2.5.4.97) or, on a certificate without one, its
   * serialNumber (2.5.4.5), where authorities write the unified social credit code. Null where the certificate names
   * none or several.
   */
  readonly unitCode: string | null
  readonly issuerName: string
  readonly notBefore: string
  readonly notAfter: string
  readonly fingerprint: string
  /** Null where the key is of a type that is not supported. */
  readonly keyType: KeyType | null
}

export const nameAttribute = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  organizationIdentifier: '2.5.4.97',
} as const

/** Usual ones have one to four. */
const largestCertificate = 16 * 1024
/** Values in a certificate: usual ones have one to three hundred. Whoever proves nothing yet may send one to be read. */
const mostValues = 1000

/** A bidder's certificate is read for each of their acts; a section may have a thousand. */
const mostKept = 2000

/** One reading serves those who ask for its data and those who use its key. */
const read = keepRecent(mostKept, (pem) => {
  const certificate = parsePem(pem)
  return { info: certificate && infoOf(certificate, pem), key: certificate && keyOf(certificate) }
})

function keyOf(certificate: Certificate): { readonly use: KeyUse; readonly spki: Uint8Array } | null {
  try {
    const use = keyUseOf(certificate.subjectPublicKeyInfo)
    return use && { use, spki: spkiOf(certificate) }
  } catch {
    // It can be parsed, but has an invalid key.
    return null
  }
}

export function readCertificate(pem: string): Result<CertificateInfo, 'malformed-certificate'> {
  const { info } = read(pem)
  return info ? ok(info) : err('malformed-certificate')
}

/**
 * Checks a signature of `CertificateHelper.sign`, base64url or base64. Elliptic signatures may also be in DER, the form
 * of certificate authorities' tools.
 */
export async function verifySignature(pem: string, data: Uint8Array, signature: string): Promise<boolean> {
  const key = publicKeyOf(pem)
  if (!key) return false
  try {
    const bytes = fromBase64(signature.replaceAll('-', '+').replaceAll('_', '/'))
    return await key.use.verify(key.spki, data, bytes)
  } catch {
    return false
  }
}

/** The algorithm of this certificate's signatures (JWS `alg`); null where the key type is not supported. */
export function signatureName(pem: string): KeyUse['signatureName'] | null {
  return publicKeyOf(pem)?.use.signatureName ?? null
}

/** The one-time identity encrypted to the certificate's key (key-use.ts); null where the key type is not supported. */
export async function wrapIdentity(identity: string, pem: string): Promise<string | null> {
  const key = publicKeyOf(pem)
  return key ? key.use.wrap(key.spki, identity, fingerprintOf(pem)) : null
}

/** The certificate's key and its operations; null without a certificate and for unsupported key types. */
export function publicKeyOf(pem: string): { readonly use: KeyUse; readonly spki: Uint8Array } | null {
  return read(pem).key
}

/** The SubjectPublicKeyInfo in DER. */
export function spkiOf(certificate: Certificate): Uint8Array {
  return new Uint8Array(certificate.subjectPublicKeyInfo.toSchema().toBER(false))
}

/** The certificate of a PEM text; null on anything else. */
export function parsePem(pem: string): Certificate | null {
  if (pem.length > largestCertificate) return null
  const match = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(pem)
  try {
    const der = match?.[1] ? fromBase64(match[1]) : null
    return der && valuesIn(der, mostValues) <= mostValues ? Certificate.fromBER(der) : null
  } catch {
    return null
  }
}

export function pemOf(der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** The DER of every block of this kind (`CERTIFICATE`, `X509 CRL`) in a PEM text, without blocks of invalid base64. */
export function pemBlocks(text: string, kind: string): Uint8Array<ArrayBuffer>[] {
  const blocks = text.matchAll(
    new RegExp(`-----BEGIN ${kind}-----([A-Za-z0-9+/=\\s]+)-----END ${kind}-----`, 'g'),
  )
  return [...blocks].flatMap(([, body = '']) => {
    try {
      return [fromBase64(body)]
    } catch {
      return []
    }
  })
}

/** The DER of a PEM text in base64, as a JWS header carries it (x5c). */
export function derBase64Of(pem: string): string {
  return pem.replace(/-----[A-Z ]+-----|\s/g, '')
}

/** A certificate that a caller sends as DER in base64 or as PEM, converted to PEM; null for anything else. */
export const pemFromWire = keepRecent(mostKept, (text): string | null => {
  try {
    const pem = text.includes('-----') ? text : pemOf(fromBase64(text.replace(/\s/g, '')))
    return parsePem(pem) ? pemOf(fromBase64(derBase64Of(pem))) : null
  } catch {
    return null
  }
})

export function infoOf(certificate: Certificate, pem: string): CertificateInfo | null {
  try {
    return {
      subjectName: named(certificate.subject, nameAttribute.commonName)[0] ?? '',
      unitCode: unitCodeOf(certificate),
      issuerName: named(certificate.issuer, nameAttribute.commonName)[0] ?? '',
      notBefore: certificate.notBefore.value.toISOString(),
      notAfter: certificate.notAfter.value.toISOString(),
      fingerprint: fingerprintOf(pem),
      keyType: keyUseOf(certificate.subjectPublicKeyInfo)?.keyType ?? null,
    }
  } catch {
    // It can be parsed, but has invalid times or names.
    return null
  }
}

function unitCodeOf({ subject }: Certificate): string | null {
  const identifiers = named(subject, nameAttribute.organizationIdentifier)
  const codes = identifiers.length > 0 ? identifiers : named(subject, nameAttribute.serialNumber)
  return codes.length === 1 && codes[0] ? codes[0] : null
}

function named(name: Certificate['subject'], type: string): string[] {
  return name.typesAndValues
    .filter((attribute) => attribute.type === type)
    .map((attribute) => {
      const value: unknown = attribute.value.valueBlock.value
      if (typeof value !== 'string') throw new TypeError('a name that is no text')
      return value
    })
}

function fingerprintOf(pem: string): string {
  return bytesToHex(sha256(fromBase64(derBase64Of(pem))))
}
