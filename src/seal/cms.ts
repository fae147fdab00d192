import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Integer, ObjectIdentifier } from 'asn1js'
import { base64url } from 'jose'
import { equalBytes, fromBase64, joined, toBase64 } from './bytes.ts'
import { derBase64Of, readCertificate, signatureName, verifySignature } from './certificate.ts'
import type { CertificateHelper } from './certificate-helper.ts'
import { derOf, membersOf, type Part, tags } from './der.ts'

/*
 * Detached CMS signatures (RFC 5652) with the attributes of CAdES (ETSI EN 319 122), as PDF signatures carry them. The
 * signer signs the attributes, which hold the digest, so that a key in a USB helper never gets the document. SM2 has no
 * place in them that readers of PDF know.
 *
 * They are written byte by byte: there is one form alone, which is quickly made and compared. A thousand bidders sign
 * within a few seconds, and a general reader takes milliseconds for each.
 */

const oid = (text: string) => new Uint8Array(new ObjectIdentifier({ value: text }).toBER())

const ids = {
  data: oid('1.2.840.113549.1.7.1'),
  signedData: oid('1.2.840.113549.1.7.2'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  signingCertificateV2: oid('1.2.840.113549.1.9.16.2.47'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
  ecdsaSha256: oid('1.2.840.10045.4.3.2'),
  rsa: oid('1.2.840.113549.1.1.1'),
}

const versionOne = derOf(tags.integer, Uint8Array.of(1))
const none = derOf(tags.null)
const sha256Algorithm = derOf(tags.sequence, ids.sha256, none)
const signatureAlgorithms = {
  ES256: derOf(tags.sequence, ids.ecdsaSha256),
  RS256: derOf(tags.sequence, ids.rsa, none),
}

/** The largest signature that is read, bytes of DER. */
const largestSignature = 16_000

/**
 * The signer's detached signature over bytes with this SHA-256 (hex), DER in base64; null for a key that PDF readers do
 * not know (SM2).
 */
export async function signDetached(
  signer: Pick<CertificateHelper, 'certificatePem' | 'sign'>,
  digest: string,
): Promise<string | null> {
  const certificate = signerOf(signer.certificatePem)
  if (!certificate) return null
  const attributes = attributesOf(certificate, digest)
  const signature = base64url.decode(await signer.sign(derOf(tags.set, attributes)))
  return toBase64(assembled(certificate, attributes, signature))
}

/** Whether a signature of `signDetached` is by this certificate over bytes with this SHA-256. */
export async function verifyDetached(
  signature: string,
  certificatePem: string,
  digest: string,
): Promise<boolean> {
  const certificate = signerOf(certificatePem)
  if (!certificate || signature.length > largestSignature * 2) return false
  try {
    const der = fromBase64(signature)
    if (der.length > largestSignature) return false
    const value = signatureIn(der)
    const attributes = attributesOf(certificate, digest)
    // Whatever is not signed in it is compared with what `signDetached` writes, so that there is one form alone.
    if (!equalBytes(assembled(certificate, attributes, value), der)) return false
    if (certificate.algorithm === 'ES256' && !isStrictDer(value)) return false
    return await verifySignature(certificatePem, derOf(tags.set, attributes), toBase64(value))
  } catch {
    return false
  }
}

/** What a signature says of its signer. */
interface Signer {
  readonly der: Uint8Array
  readonly issuerAndSerial: Uint8Array
  readonly algorithm: keyof typeof signatureAlgorithms
}

/** Null for a key that PDF readers do not know, and for what is no certificate. */
function signerOf(certificatePem: string): Signer | null {
  const algorithm = signatureName(certificatePem)
  if ((algorithm !== 'ES256' && algorithm !== 'RS256') || !readCertificate(certificatePem).ok) return null
  const der = fromBase64(derBase64Of(certificatePem))
  const [signed] = membersOf(onlyMember(der))
  if (!signed) return null
  // Certificates of version 1 begin with their serial number.
  const [serial, , issuer] = membersOf(signed).filter(({ tag }) => tag !== tags.explicit)
  if (!serial || !issuer) return null
  return { der, issuerAndSerial: derOf(tags.sequence, issuer.whole, serial.whole), algorithm }
}

/** The value of the signature in a CMS signature: each time the last part of the last one. Throws where there is none. */
function signatureIn(der: Uint8Array): Uint8Array {
  let part = onlyMember(der)
  // SignedData, signerInfos, their only signer, the signature.
  for (let depth = 0; depth < 5; depth += 1) part = lastOf(part)
  if (part.tag !== tags.octets) throw new TypeError('not a signature')
  return part.value
}

function lastOf(part: Part): Part {
  const last = membersOf(part).at(-1)
  if (!last) throw new TypeError('an empty value')
  return last
}

function onlyMember(der: Uint8Array): Part {
  const [only, ...more] = membersOf({ value: der })
  if (!only || more.length > 0) throw new TypeError('not one value')
  return only
}

function assembled(certificate: Signer, attributes: Uint8Array, signature: Uint8Array): Uint8Array {
  const { der, issuerAndSerial, algorithm } = certificate
  const signerInfo = derOf(
    tags.sequence,
    ...[versionOne, issuerAndSerial, sha256Algorithm],
    derOf(tags.explicit, attributes),
    signatureAlgorithms[algorithm],
    derOf(tags.octets, algorithm === 'ES256' ? numbersInDer(signature) : signature),
  )
  const signed = derOf(
    tags.sequence,
    ...[versionOne, derOf(tags.set, sha256Algorithm), derOf(tags.sequence, ids.data)],
    ...[derOf(tags.explicit, der), derOf(tags.set, signerInfo)],
  )
  return derOf(tags.sequence, ids.signedData, derOf(tags.explicit, signed))
}

/** The signed attributes in DER: the members of a SET OF, in the order of their bytes. */
function attributesOf({ der }: Signer, digest: string): Uint8Array {
  const identified = derOf(tags.sequence, derOf(tags.octets, sha256(der)))
  const attributes = [
    attribute(ids.contentType, ids.data),
    attribute(ids.messageDigest, derOf(tags.octets, hexToBytes(digest))),
    attribute(ids.signingCertificateV2, derOf(tags.sequence, derOf(tags.sequence, identified))),
  ]
  return joined(attributes.toSorted((a, b) => (bytesToHex(a) < bytesToHex(b) ? -1 : 1)))
}

function attribute(type: Uint8Array, value: Uint8Array): Uint8Array {
  return derOf(tags.sequence, type, derOf(tags.set, value))
}

/** The numbers r and s of an elliptic signature as a DER sequence; one in DER already stays as it is. */
function numbersInDer(signature: Uint8Array): Uint8Array {
  if (signature.length !== 64) return signature
  const numbers = [signature.subarray(0, 32), signature.subarray(32)].map(
    (number) => new Uint8Array(Integer.fromBigInt(`0x${bytesToHex(number)}`).toBER()),
  )
  return derOf(tags.sequence, ...numbers)
}

/** Whether bytes are two numbers in DER and nothing else: readers of elliptic signatures forgive a wrong length. */
function isStrictDer(bytes: Uint8Array): boolean {
  const { tag, whole } = onlyMember(bytes)
  const numbers = membersOf({ value: bytes }).flatMap(membersOf)
  const again = numbers.map((number) => derOf(tags.integer, number.value))
  const areShortest = numbers.every(({ tag: type, value: [first = 0, second = 0], value }) => {
    return type === tags.integer && (value.length === 1 || first !== 0 || second >= 0x80)
  })
  return tag === tags.sequence && areShortest && equalBytes(derOf(tags.sequence, ...again), whole)
}
