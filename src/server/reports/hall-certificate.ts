import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { Set as Asn1Set, BitString, Integer, Sequence, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  Certificate,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
} from 'pkijs'
import { z } from 'zod'
import type { Clock, Random } from '#lib/ports.ts'
import { plainBytes } from '#seal/bytes.ts'
import { nameAttribute, pemOf } from '#seal/certificate.ts'
import { extensionId } from '#seal/certificate-extensions.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The hall's certificate and key for documents; every node has the same. */
export type DocumentSigner = Pick<CertificateHelper, 'certificatePem' | 'sign'>

/** The subject of the certificate, and the signer that PDF readers show. */
export const hallSignerName = '开标大厅电子文件签章'

const stored = z.strictObject({ certificatePem: z.string(), privateKeyPem: z.string() })

const validMilliseconds = 20 * 365 * 24 * 3_600_000
/** digitalSignature and nonRepudiation of keyUsage. */
const signingUsage = 0xc0
const ecdsaSha256 = '1.2.840.10045.4.3.2'

/**
 * Reads the hall's certificate, and creates it the first time: a P-256 key with a certificate that it signs itself. An
 * office that wants to trust it imports it once; the bytes stand in every sealed document.
 */
export async function loadDocumentSigner(
  secrets: Pick<Secrets, 'of'>,
  clock: Clock,
  random: Random,
): Promise<DocumentSigner> {
  const text = await secrets.of('document-signer', () =>
    JSON.stringify(newDocumentSigner(clock(), random(16))),
  )
  return documentSigner(stored.parse(JSON.parse(text)))
}

/** A new certificate with its key, for `documentSigner`. */
export function newDocumentSigner(now: number, serial: Uint8Array): z.output<typeof stored> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = new Certificate()
  certificate.version = 2
  // Positive, and never zero.
  const number = Uint8Array.of(0x40, ...serial.subarray(1))
  certificate.serialNumber = new Integer({ valueHex: number.buffer })
  certificate.notBefore.value = new Date(now - 24 * 3_600_000)
  certificate.notAfter.value = new Date(now + validMilliseconds)
  certificate.subject = certificate.issuer = named(hallSignerName)
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(plainBytes(Uint8Array.from(spki)))
  const usage = new BitString({ valueHex: Uint8Array.of(signingUsage).buffer, unusedBits: 6 })
  certificate.extensions = [
    new Extension({ extnID: extensionId.keyUsage, critical: true, extnValue: usage.toBER(false) }),
  ]
  return {
    certificatePem: pemOf(selfSigned(certificate, privateKey)),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

export function documentSigner({ certificatePem, privateKeyPem }: z.output<typeof stored>): DocumentSigner {
  const key = createPrivateKey(privateKeyPem)
  if (createPublicKey(key).asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('the key of the hall’s documents is no P-256 key')
  return {
    certificatePem,
    sign: async (data) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  }
}

function named(commonName: string): RelativeDistinguishedNames {
  const value = new Utf8String({ value: commonName })
  const attribute = new AttributeTypeAndValue({ type: nameAttribute.commonName, value })
  const names = new Sequence({ value: [new Asn1Set({ value: [attribute.toSchema()] })] })
  return RelativeDistinguishedNames.fromBER(names.toBER(false))
}

function selfSigned(certificate: Certificate, key: KeyObject): Uint8Array {
  certificate.signature = new AlgorithmIdentifier({ algorithmId: ecdsaSha256 })
  certificate.signatureAlgorithm = new AlgorithmIdentifier({ algorithmId: ecdsaSha256 })
  const [draft] = certificate.toSchema(true).valueBlock.value
  if (!draft) throw new Error('an empty certificate')
  const signature = sign('sha256', new Uint8Array(draft.toBER()), key)
  certificate.signatureValue = new BitString({ valueHex: plainBytes(Uint8Array.from(signature)) })
  return new Uint8Array(certificate.toSchema(true).toBER())
}
