import { base64url, compactDecrypt } from 'jose'
import {
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
import { keyUse, parsePem, pemOf, verifySignature } from './certificate.ts'
import type { CertificateHelper } from './certificate-helper.ts'

/**
 * A certificate with its private key out of a PKCS#12 file (PBES2; the older RC2 and 3DES files are not read and
 * count as malformed, as do keys of an unsupported type). The password is taken as UTF-8.
 */
export async function softwareCertificate(
  p12: Uint8Array,
  password: string,
): Promise<Result<CertificateHelper, 'wrong-password' | 'malformed-p12'>> {
  const secret = utf8(password).buffer
  const pfx = parsePfx(p12)
  if (!pfx) return err('malformed-p12')
  try {
    await pfx.parseInternalValues({ password: secret, checkIntegrity: false })
  } catch {
    return err('malformed-p12')
  }
  try {
    await pfx.parseInternalValues({ password: secret, checkIntegrity: true })
  } catch {
    return err('wrong-password')
  }
  try {
    const { certificates, keys } = await readBags(pfx, secret)
    for (const pkcs8 of keys) {
      for (const pem of certificates) {
        const helper = await certificateHelper(pem, pkcs8)
        if (await isPair(helper)) return ok(helper)
      }
    }
    return err('malformed-p12')
  } catch {
    return err('malformed-p12')
  }
}

/** The port over a private key in PKCS#8 that is at hand already. Throws on a key that is none or unsupported. */
export async function certificateHelper(
  certificatePem: string,
  pkcs8: Uint8Array,
): Promise<CertificateHelper> {
  const certificate = parsePem(certificatePem)
  const use = certificate && keyUse(certificate)
  if (!use) throw new TypeError('unsupported certificate key')
  const key = plainBytes(pkcs8)
  const [signingKey, wrappingKey] = await Promise.all([
    crypto.subtle.importKey('pkcs8', key, use.signing, false, ['sign']),
    crypto.subtle.importKey('pkcs8', key, use.wrapping, false, ['deriveBits']),
  ])
  return {
    certificatePem,
    async sign(data) {
      const signature = await crypto.subtle.sign(use.signing, signingKey, plainBytes(data))
      return base64url.encode(new Uint8Array(signature))
    },
    async unwrap(jwe) {
      const { plaintext } = await compactDecrypt(jwe, wrappingKey, {
        keyManagementAlgorithms: [use.wrappingName],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return new TextDecoder().decode(plaintext)
    },
  }
}

function parsePfx(p12: Uint8Array): PFX | null {
  try {
    return PFX.fromBER(plainBytes(p12))
  } catch {
    return null
  }
}

async function readBags(
  pfx: PFX,
  password: ArrayBuffer,
): Promise<{ certificates: string[]; keys: Uint8Array[] }> {
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
      keys.push(await decryptKey(bagValue, password))
    } else if (bagValue instanceof PrivateKeyInfo) {
      keys.push(new Uint8Array(bagValue.toSchema().toBER(false)))
    }
  }
  return { certificates, keys }
}

async function decryptKey(bag: PKCS8ShroudedKeyBag, password: ArrayBuffer): Promise<Uint8Array> {
  const encryptedContentInfo = new EncryptedContentInfo({
    contentEncryptionAlgorithm: bag.encryptionAlgorithm,
    encryptedContent: bag.encryptedData,
  })
  return new Uint8Array(await new EncryptedData({ encryptedContentInfo }).decrypt({ password }))
}

/** A file may hold the authority's certificate too: the holder's is the one that its key's signature fits. */
async function isPair(helper: CertificateHelper): Promise<boolean> {
  const probe = utf8('kaibiao-key-probe')
  return verifySignature(helper.certificatePem, probe, await helper.sign(probe))
}
