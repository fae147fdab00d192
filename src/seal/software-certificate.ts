import type { OctetString } from 'asn1js'
import { base64url } from 'jose'
import {
  type AlgorithmIdentifier,
  CertBag,
  Certificate,
  EncryptedContentInfo,
  EncryptedData,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type SafeContents,
} from 'pkijs'
import { err, ok, type Result } from '#lib/result.ts'
import { plainBytes, utf8 } from './bytes.ts'
import { pemBlocks, pemOf, publicKeyOf, verifySignature } from './certificate.ts'
import type { CertificateHelper } from './certificate-helper.ts'
import { sequenceOf } from './der.ts'

/**
 * Reads a certificate and its private key (P-256, RSA or SM2) from a file with a password:
 * - PKCS #12 (`.p12`, `.pfx`) encrypted by PBES2 with AES, as OpenSSL 3 and current systems write it. Files encrypted
 *   by RC2, 3DES or SM4 count as malformed, as do keys of an unsupported type;
 * - PEM: an `ENCRYPTED PRIVATE KEY` (PKCS #8 under PBES2 with AES) and the `CERTIFICATE` in one text.
 * The password is encoded in UTF-8.
 */
export async function softwareCertificate(
  file: Uint8Array,
  password: string,
): Promise<Result<CertificateHelper, KeyFileProblem>> {
  const secret = utf8(password).buffer
  const bags = isPem(file) ? await readPem(file, secret) : await readP12(file, secret)
  if (!bags.ok) return bags
  for (const pkcs8 of bags.value.keys) {
    for (const pem of bags.value.certificates) {
      const helper = await certificateHelper(pem, pkcs8).catch(() => null)
      if (helper && (await isPair(helper))) return ok(helper)
    }
  }
  return err('malformed-p12')
}

export type KeyFileProblem = 'wrong-password' | 'malformed-p12'

/** The helper for a private key in PKCS #8. Throws on an invalid or unsupported key. */
export async function certificateHelper(
  certificatePem: string,
  pkcs8: Uint8Array,
): Promise<CertificateHelper> {
  const holder = await publicKeyOf(certificatePem)?.use.holder(pkcs8)
  if (!holder) throw new TypeError('unsupported certificate key')
  return {
    certificatePem,
    async sign(data) {
      return base64url.encode(await holder.sign(data))
    },
    unwrap: (wrapped) => holder.unwrap(wrapped),
  }
}

interface Bags {
  readonly certificates: readonly string[]
  /** PKCS #8. */
  readonly keys: readonly Uint8Array[]
}

async function readP12(p12: Uint8Array, password: ArrayBuffer): Promise<Result<Bags, KeyFileProblem>> {
  const pfx = parsePfx(p12)
  if (!pfx) return err('malformed-p12')
  try {
    await pfx.parseInternalValues({ password, checkIntegrity: false })
  } catch {
    return err('malformed-p12')
  }
  try {
    await pfx.parseInternalValues({ password, checkIntegrity: true })
  } catch {
    return err('wrong-password')
  }
  return readBags(pfx, password).then(ok, () => err('malformed-p12'))
}

function isPem(file: Uint8Array): boolean {
  return new TextDecoder().decode(file.subarray(0, 2000)).includes('-----BEGIN ')
}

async function readPem(file: Uint8Array, password: ArrayBuffer): Promise<Result<Bags, KeyFileProblem>> {
  const text = new TextDecoder().decode(file)
  const [key] = pemBlocks(text, 'ENCRYPTED PRIVATE KEY')
  if (!key) return err('malformed-p12')
  const certificates = pemBlocks(text, 'CERTIFICATE').map(pemOf)
  try {
    const { encryptionAlgorithm, encryptedData } = PKCS8ShroudedKeyBag.fromBER(plainBytes(key))
    const pkcs8 = await decrypt(encryptionAlgorithm, encryptedData, password).catch(() => null)
    return pkcs8 && isSequence(pkcs8) ? ok({ certificates, keys: [pkcs8] }) : err('wrong-password')
  } catch {
    return err('malformed-p12')
  }
}

/** PBES2 protects no integrity: one wrong password in about 256 leaves valid padding, and decrypts to random bytes. */
function isSequence(der: Uint8Array): boolean {
  try {
    return sequenceOf(der).length > 0
  } catch {
    return false
  }
}

function parsePfx(p12: Uint8Array): PFX | null {
  try {
    return PFX.fromBER(plainBytes(p12))
  } catch {
    return null
  }
}

async function readBags(pfx: PFX, password: ArrayBuffer): Promise<Bags> {
  const safe = pfx.parsedValue?.authenticatedSafe
  if (!safe) throw new Error('no authenticated safe')
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) })
  const contents: { value: SafeContents }[] = safe.parsedValue.safeContents
  const certificates: string[] = []
  const keys: Uint8Array[] = []
  for (const { bagValue } of contents.flatMap(({ value }) => value.safeBags)) {
    if (bagValue instanceof CertBag && bagValue.parsedValue instanceof Certificate) {
      certificates.push(pemOf(new Uint8Array(bagValue.parsedValue.toSchema().toBER(false))))
    } else if (bagValue instanceof PKCS8ShroudedKeyBag) {
      keys.push(await decrypt(bagValue.encryptionAlgorithm, bagValue.encryptedData, password))
    } else if (bagValue instanceof PrivateKeyInfo) {
      keys.push(new Uint8Array(bagValue.toSchema().toBER(false)))
    }
  }
  return { certificates, keys }
}

async function decrypt(
  contentEncryptionAlgorithm: AlgorithmIdentifier,
  encryptedContent: OctetString,
  password: ArrayBuffer,
): Promise<Uint8Array> {
  const encryptedContentInfo = new EncryptedContentInfo({ contentEncryptionAlgorithm, encryptedContent })
  return new Uint8Array(await new EncryptedData({ encryptedContentInfo }).decrypt({ password }))
}

/** Of several certificates in a file the holder's is the one that verifies a signature of the private key. */
async function isPair(helper: CertificateHelper): Promise<boolean> {
  const probe = utf8('kaibiao-key-probe')
  return verifySignature(helper.certificatePem, probe, await helper.sign(probe))
}
