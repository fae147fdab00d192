import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { fromBER, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { base64url } from 'jose'
import {
  AlgorithmIdentifier,
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { fromBase64, plainBytes, toBase64 } from './bytes.ts'
import { derBase64Of, parsePem, readCertificate, signatureName, verifySignature } from './certificate.ts'
import type { CertificateHelper } from './certificate-helper.ts'

/*
 * Detached CMS signatures (RFC 5652) with the attributes of CAdES (ETSI EN 319 122), as PDF signatures carry them. The
 * signer signs the attributes, which hold the digest, so that a key in a USB helper never gets the document. SM2 has no
 * place in them that readers of PDF know.
 */

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
  rsa: '1.2.840.113549.1.1.1',
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
  const { certificatePem } = signer
  const algorithm = signatureName(certificatePem)
  const certificate = parsePem(certificatePem)
  if (!certificate || (algorithm !== 'ES256' && algorithm !== 'RS256')) return null
  const signature = base64url.decode(await signer.sign(signedBytes(attributesOf(certificatePem, digest))))
  return toBase64(assembled(certificatePem, certificate, digest, algorithm, signature))
}

/** Whether a signature of `signDetached` is by this certificate over bytes with this SHA-256. */
export async function verifyDetached(
  signature: string,
  certificatePem: string,
  digest: string,
): Promise<boolean> {
  const algorithm = signatureName(certificatePem)
  const certificate = parsePem(certificatePem)
  if (!certificate || (algorithm !== 'ES256' && algorithm !== 'RS256')) return false
  try {
    const der = fromBase64(signature)
    if (der.length > largestSignature) return false
    const signed = new SignedData({ schema: ContentInfo.fromBER(der).content })
    const value = signed.signerInfos[0]?.signature.valueBlock.valueHexView ?? new Uint8Array()
    // Whatever is not signed in it is compared with what `signDetached` writes, so that there is one form alone.
    const expected = assembled(certificatePem, certificate, digest, algorithm, value)
    if (toBase64(expected) !== toBase64(der)) return false
    if (algorithm === 'ES256' && !isStrictDer(value)) return false
    const bytes = signedBytes(attributesOf(certificatePem, digest))
    return await verifySignature(certificatePem, bytes, toBase64(value))
  } catch {
    return false
  }
}

function assembled(
  certificatePem: string,
  certificate: Certificate,
  digest: string,
  algorithm: 'ES256' | 'RS256',
  signature: Uint8Array,
): Uint8Array {
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new Null() })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: [certificate],
    signerInfos: [signerInfo(certificate, attributesOf(certificatePem, digest), algorithm, signature)],
  })
  const content = new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return new Uint8Array(content.toSchema().toBER())
}

/** The tag of a SET OF, in which the attributes are signed; in the signature they have an implicit one. */
const setOf = 0x31

function attributesOf(certificatePem: string, digest: string): SignedAndUnsignedAttributes {
  const identified = new Sequence({
    value: [new OctetString({ valueHex: plainBytes(fingerprint(certificatePem)) })],
  })
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.data })] }),
    new Attribute({
      type: oid.messageDigest,
      values: [new OctetString({ valueHex: plainBytes(hexToBytes(digest)) })],
    }),
    new Attribute({
      type: oid.signingCertificateV2,
      values: [new Sequence({ value: [new Sequence({ value: [identified] })] })],
    }),
  ]
  // In DER the members of a set stand in the order of their bytes.
  const sorted = attributes.toSorted((a, b) => (encoded(a) < encoded(b) ? -1 : 1))
  return new SignedAndUnsignedAttributes({ type: 0, attributes: sorted })
}

function encoded(attribute: Attribute): string {
  return bytesToHex(new Uint8Array(attribute.toSchema().toBER()))
}

function signedBytes(attributes: SignedAndUnsignedAttributes): Uint8Array {
  const bytes = new Uint8Array(attributes.toSchema().toBER())
  bytes[0] = setOf
  return bytes
}

function signerInfo(
  certificate: Certificate,
  signedAttrs: SignedAndUnsignedAttributes,
  algorithm: 'ES256' | 'RS256',
  signature: Uint8Array,
): SignerInfo {
  const { issuer, serialNumber } = certificate
  return new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new Null() }),
    signedAttrs,
    signatureAlgorithm:
      algorithm === 'ES256'
        ? new AlgorithmIdentifier({ algorithmId: oid.ecdsaSha256 })
        : new AlgorithmIdentifier({ algorithmId: oid.rsa, algorithmParams: new Null() }),
    signature: new OctetString({
      valueHex: plainBytes(algorithm === 'ES256' ? numbersInDer(signature) : signature),
    }),
  })
}

/** The numbers r and s of an elliptic signature as a DER sequence; one in DER already stays as it is. */
function numbersInDer(signature: Uint8Array): Uint8Array {
  if (signature.length !== 64) return signature
  const numbers = [signature.subarray(0, 32), signature.subarray(32)].map((number) =>
    Integer.fromBigInt(`0x${bytesToHex(number)}`),
  )
  return new Uint8Array(new Sequence({ value: numbers }).toBER())
}

/** Whether bytes are one DER value and nothing else: readers of elliptic signatures forgive a wrong length. */
function isStrictDer(bytes: Uint8Array): boolean {
  const { offset, result } = fromBER(plainBytes(bytes))
  return offset === bytes.length && toBase64(new Uint8Array(result.toBER())) === toBase64(bytes)
}

function fingerprint(certificatePem: string): Uint8Array {
  if (!readCertificate(certificatePem).ok) throw new TypeError('no certificate')
  return sha256(fromBase64(derBase64Of(certificatePem)))
}
