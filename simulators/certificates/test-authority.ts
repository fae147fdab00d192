import { Set as Asn1Set, BitString, Integer, OctetString, Sequence, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CertificateRevocationList,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  RevokedCertificate,
  Time,
} from 'pkijs'
import type { Clock } from '#lib/ports.ts'
import { plainBytes } from '#seal/bytes.ts'
import { nameAttribute, parsePem, pemOf, spkiOf } from '#seal/certificate.ts'
import { extensionId } from '#seal/certificate-extensions.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { KeyType } from '#seal/key-use.ts'
import { certificateHelper } from '#seal/software-certificate.ts'
import { generateKeys, type KeyPair, signIssued } from './key-pairs.ts'
import { writeP12 } from './pkcs12.ts'

/** A test authority; plain data that can be stored and used again. The key is PKCS#8. */
export interface Authority {
  readonly certificatePem: string
  readonly privateKey: Uint8Array
}

export interface AuthorityOptions {
  readonly name?: string
  readonly now: Clock
  readonly keyType?: KeyType
  /** The issuer; self-signed when left out. */
  readonly issuer?: Authority
  /** Number of subordinate authorities allowed below it. */
  readonly depth?: number
  readonly validDays?: number
  /** The authority whose key the new certificate keeps; a new key when left out. */
  readonly renews?: Authority
}

/** A certificate whose key is ready for use without a file and its password. */
export interface UsableCertificate {
  readonly certificatePem: string
  readonly helper: CertificateHelper
}

export interface IssuedCertificate extends UsableCertificate {
  /** The P12 file with certificate and key, encrypted with the password. */
  readonly p12: Uint8Array
}

export interface IssueOptions {
  /** Unified social credit code of the unit; goes into organizationIdentifier. */
  readonly unitCode: string
  readonly name: string
  readonly password: string
  readonly now: Clock
  readonly keyType?: KeyType
  readonly validDays?: number
}

const day = 24 * 60 * 60 * 1000
/** Bits of keyUsage, first octet: digitalSignature 0x80, keyCertSign 0x04, cRLSign 0x02. */
const authorityUsage = 0x06
/** digitalSignature and the usage for unwrapping: keyAgreement, keyEncipherment, or all. */
const holderUsage: Readonly<Record<KeyType, number>> = { 'P-256': 0x88, RSA: 0xa0, SM2: 0xb8 }

/** A new authority, a self-signed P-256 one unless said otherwise, valid for ten years from a day before `now`. */
export async function createAuthority(options: AuthorityOptions): Promise<Authority> {
  const keys = options.renews ? keysOf(options.renews) : await generateKeys(options.keyType ?? 'P-256')
  const certificate = draft(keys.spki, options.now(), options.validDays ?? 3650)
  certificate.subject = nameOf({ [nameAttribute.commonName]: options.name ?? '开标测试证书机构' })
  certificate.issuer = options.issuer ? certificateOf(options.issuer).subject : certificate.subject
  const constraints = new BasicConstraints({
    cA: true,
    ...(options.depth === undefined ? {} : { pathLenConstraint: options.depth }),
  })
  certificate.extensions = [
    new Extension({
      extnID: extensionId.basicConstraints,
      critical: true,
      extnValue: constraints.toSchema().toBER(false),
    }),
    keyUsage(authorityUsage),
    await subjectKeyIdentifier(certificate),
  ]
  const certificatePem = await sign(certificate, options.issuer ? keysOf(options.issuer) : keys)
  return { certificatePem, privateKey: keys.pkcs8 }
}

/** Issues a certificate for signing and unwrapping, valid from a day before `now`. */
export async function issueCertificate(
  authority: Authority,
  options: IssueOptions,
): Promise<IssuedCertificate> {
  const { pkcs8, ...usable } = await issueKeys(authority, options)
  const certificate = certificateOf(usable)
  return { ...usable, p12: await writeP12({ certificate, pkcs8, password: options.password }) }
}

/** Issues a certificate without its P12 file, which takes half the time. */
export async function issueWithoutFile(
  authority: Authority,
  options: IssueOptions,
): Promise<UsableCertificate> {
  const { certificatePem, helper } = await issueKeys(authority, options)
  return { certificatePem, helper }
}

async function issueKeys(authority: Authority, options: IssueOptions) {
  const { spki, pkcs8 } = await generateKeys(options.keyType ?? 'P-256')
  const certificatePem = await certify(authority, options, spki)
  return { certificatePem, pkcs8, helper: await certificateHelper(certificatePem, pkcs8) }
}

/**
 * Issues certificates for bidders who only watch and never use their keys. They share one key pair, which takes a
 * third of the time.
 */
export async function issueToOnlookers(
  authority: Authority,
): Promise<(options: IssueOptions) => Promise<string>> {
  const keys = await generateKeys('P-256')
  return (options) => certify(authority, options, keys.spki)
}

/** A revocation list (DER); all certificates are revoked at `now`, and the next list is due after `validDays`. */
export async function issueRevocationList(
  authority: Authority,
  options: { revoked: readonly string[]; now: Clock; validDays?: number },
): Promise<Uint8Array> {
  const time = (at: number) => new Time({ type: 0, value: new Date(at) })
  const list = new CertificateRevocationList({
    version: 1,
    issuer: certificateOf(authority).subject,
    thisUpdate: time(options.now()),
    nextUpdate: time(options.now() + (options.validDays ?? 7) * day),
    revokedCertificates: options.revoked.map(
      (pem) =>
        new RevokedCertificate({
          userCertificate: certificateOf({ certificatePem: pem }).serialNumber,
          revocationDate: time(options.now()),
        }),
    ),
  })
  return signIssued(list, keysOf(authority))
}

async function certify(authority: Authority, options: IssueOptions, spki: Uint8Array): Promise<string> {
  const issuer = certificateOf(authority)
  const certificate = draft(spki, options.now(), options.validDays ?? 365)
  certificate.issuer = issuer.subject
  certificate.subject = nameOf({
    [nameAttribute.organizationIdentifier]: options.unitCode,
    [nameAttribute.commonName]: options.name,
  })
  certificate.extensions = [
    keyUsage(holderUsage[options.keyType ?? 'P-256']),
    await subjectKeyIdentifier(certificate),
    new Extension({
      extnID: extensionId.authorityKeyIdentifier,
      extnValue: new AuthorityKeyIdentifier({
        keyIdentifier: new OctetString({ valueHex: await keyIdentifier(issuer) }),
      })
        .toSchema()
        .toBER(false),
    }),
  ]
  return sign(certificate, keysOf(authority))
}

/** Read once: an authority may issue a thousand certificates. */
const read = new WeakMap<object, Certificate>()

function certificateOf(of: Pick<Authority, 'certificatePem'>): Certificate {
  const certificate = read.get(of) ?? parsePem(of.certificatePem)
  if (!certificate) throw new TypeError('not a certificate')
  read.set(of, certificate)
  return certificate
}

function keysOf(authority: Authority): KeyPair {
  return { spki: spkiOf(certificateOf(authority)), pkcs8: authority.privateKey }
}

function draft(spki: Uint8Array, now: number, validDays: number): Certificate {
  const certificate = new Certificate()
  certificate.version = 2
  const serial = crypto.getRandomValues(new Uint8Array(16))
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: serial.buffer })
  certificate.notBefore.value = new Date(now - day)
  certificate.notAfter.value = new Date(now + validDays * day)
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(plainBytes(spki))
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
  return new Extension({ extnID: extensionId.keyUsage, critical: true, extnValue: value.toBER(false) })
}

async function subjectKeyIdentifier(certificate: Certificate): Promise<Extension> {
  const value = new OctetString({ valueHex: await keyIdentifier(certificate) })
  return new Extension({ extnID: extensionId.subjectKeyIdentifier, extnValue: value.toBER(false) })
}

function keyIdentifier(certificate: Certificate): Promise<ArrayBuffer> {
  const key = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
  return crypto.subtle.digest('SHA-1', plainBytes(key))
}

async function sign(certificate: Certificate, issuer: KeyPair): Promise<string> {
  return pemOf(await signIssued(certificate, issuer))
}
