import { Set as Asn1Set, BitString, Integer, OctetString, Sequence, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  RelativeDistinguishedNames,
} from 'pkijs'
import type { Clock } from '#lib/ports.ts'
import { plainBytes } from '#seal/bytes.ts'
import { nameAttribute, parsePem, pemOf } from '#seal/certificate.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { certificateHelper } from '#seal/software-certificate.ts'
import { writeP12 } from './pkcs12.ts'

/** A test authority; plain data that can be stored and used again. The key is PKCS#8. */
export interface Authority {
  readonly certificatePem: string
  readonly privateKey: Uint8Array
}

export interface IssuedCertificate {
  readonly certificatePem: string
  /** Certificate and key under the password given: what a bidder chooses in the browser. */
  readonly p12: Uint8Array
  /** The same, ready for use without the password. */
  readonly helper: CertificateHelper
}

export interface IssueOptions {
  /** Unified social credit code of the unit; goes into organizationIdentifier. */
  readonly unitCode: string
  readonly name: string
  readonly password: string
  readonly now: Clock
  readonly validDays?: number
  /** Rounds of PBKDF2 on the key in the P12; few by default, since these are test certificates. */
  readonly iterations?: number
}

const day = 24 * 60 * 60 * 1000
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const oid = {
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  subjectKeyIdentifier: '2.5.29.14',
  authorityKeyIdentifier: '2.5.29.35',
}
/** Bits of keyUsage, first octet: digitalSignature 0x80, keyAgreement 0x08, keyCertSign 0x04, cRLSign 0x02. */
const holderUsage = 0x88
const authorityUsage = 0x06

/** A new self-signed P-256 authority, valid for ten years from a day before `now`. */
export async function createAuthority(options: { name?: string; now: Clock }): Promise<Authority> {
  const keys = await generateKeys()
  const certificate = await draft(keys.publicKey, options.now(), 3650)
  certificate.subject = nameOf({ [nameAttribute.commonName]: options.name ?? '开标测试证书机构' })
  certificate.issuer = certificate.subject
  certificate.extensions = [
    new Extension({
      extnID: oid.basicConstraints,
      critical: true,
      extnValue: new BasicConstraints({ cA: true }).toSchema().toBER(false),
    }),
    keyUsage(authorityUsage),
    await subjectKeyIdentifier(certificate),
  ]
  return {
    certificatePem: await sign(certificate, keys.privateKey),
    privateKey: await exportKey(keys.privateKey),
  }
}

/** Issues a P-256 certificate for signing and key agreement, valid from a day before `now`. */
export async function issueCertificate(
  authority: Authority,
  options: IssueOptions,
): Promise<IssuedCertificate> {
  const keys = await generateKeys()
  const { certificate, certificatePem } = await certify(authority, options, keys)
  const pkcs8 = await exportKey(keys.privateKey)
  const p12 = await writeP12({
    certificate,
    pkcs8,
    password: options.password,
    iterations: options.iterations,
  })
  return { certificatePem, p12, helper: await certificateHelper(certificatePem, pkcs8) }
}

/**
 * Issues certificates whose keys nobody will use, for bidders who only look on: they share one key pair, and cost a
 * third of real ones.
 */
export async function issueToOnlookers(
  authority: Authority,
): Promise<(options: IssueOptions) => Promise<string>> {
  const keys = await generateKeys()
  return async (options) => (await certify(authority, options, keys)).certificatePem
}

async function certify(authority: Authority, options: IssueOptions, keys: CryptoKeyPair) {
  const issuer = parsePem(authority.certificatePem)
  if (!issuer) throw new TypeError('authority has no certificate')
  const authorityKey = await crypto.subtle.importKey(
    'pkcs8',
    plainBytes(authority.privateKey),
    ecdsa,
    false,
    ['sign'],
  )
  const certificate = await draft(keys.publicKey, options.now(), options.validDays ?? 365)
  certificate.issuer = issuer.subject
  certificate.subject = nameOf({
    [nameAttribute.organizationIdentifier]: options.unitCode,
    [nameAttribute.commonName]: options.name,
  })
  certificate.extensions = [
    keyUsage(holderUsage),
    await subjectKeyIdentifier(certificate),
    new Extension({
      extnID: oid.authorityKeyIdentifier,
      extnValue: new AuthorityKeyIdentifier({
        keyIdentifier: new OctetString({ valueHex: await keyIdentifier(issuer) }),
      })
        .toSchema()
        .toBER(false),
    }),
  ]
  return { certificate, certificatePem: await sign(certificate, authorityKey) }
}

function generateKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
}

async function exportKey(key: CryptoKey): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
}

async function draft(publicKey: CryptoKey, now: number, validDays: number): Promise<Certificate> {
  const certificate = new Certificate()
  certificate.version = 2
  const serial = crypto.getRandomValues(new Uint8Array(16))
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: serial.buffer })
  certificate.notBefore.value = new Date(now - day)
  certificate.notAfter.value = new Date(now + validDays * day)
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  return certificate
}

/** One relative name for each attribute, as authorities write them, in the order given. */
function nameOf(attributes: Record<string, string>): RelativeDistinguishedNames {
  const names = Object.entries(attributes).map(([type, value]) => {
    const attribute = new AttributeTypeAndValue({ type, value: new Utf8String({ value }) })
    return new Asn1Set({ value: [attribute.toSchema()] })
  })
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: names }).toBER(false))
}

function keyUsage(bits: number): Extension {
  const unusedBits = Math.log2(bits & -bits)
  const value = new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits })
  return new Extension({ extnID: oid.keyUsage, critical: true, extnValue: value.toBER(false) })
}

async function subjectKeyIdentifier(certificate: Certificate): Promise<Extension> {
  const value = new OctetString({ valueHex: await keyIdentifier(certificate) })
  return new Extension({ extnID: oid.subjectKeyIdentifier, extnValue: value.toBER(false) })
}

function keyIdentifier(certificate: Certificate): Promise<ArrayBuffer> {
  const key = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
  return crypto.subtle.digest('SHA-1', plainBytes(key))
}

async function sign(certificate: Certificate, key: CryptoKey): Promise<string> {
  await certificate.sign(key, 'SHA-256')
  return pemOf(new Uint8Array(certificate.toSchema(true).toBER(false)))
}
