import { base64url } from 'jose'
import { z } from 'zod'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { utf8 } from './bytes.ts'
import { derBase64Of, pemFromWire, signatureName, verifySignature } from './certificate.ts'
import type { CertificateHelper } from './certificate-helper.ts'

export type DocumentProblem = 'malformed-document' | 'bad-signature'

const maxLength = 100_000

const headerSchema = z.strictObject({
  alg: z.string(),
  typ: z.string(),
  x5c: z.tuple([z.string().min(1)]),
})

/**
 * Signs `payload` (any JSON value, in canonical form) as a compact JWS with the signer's certificate inside.
 * `type` is the document's purpose and version, such as `kaibiao-manifest/1`. It is part of the signed data, so that a
 * signature cannot be used for another purpose.
 */
export async function signDocument(
  certificate: CertificateHelper,
  type: string,
  payload: unknown,
): Promise<string> {
  const { certificatePem } = certificate
  const alg = signatureName(certificatePem)
  if (!alg) throw new TypeError('unsupported certificate key')
  const header = { alg, typ: type, x5c: [derBase64Of(certificatePem)] }
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${await certificate.sign(utf8(input))}`
}

/**
 * Checks a document of `signDocument` of the given type with the certificate inside. The caller checks that this
 * certificate is trusted and the expected one (`checkTrust`, fingerprint).
 */
export async function verifyDocument(
  jws: string,
  type: string,
): Promise<Result<{ payload: unknown; certificatePem: string }, DocumentProblem>> {
  const [head = '', body = '', signature = '', ...more] = jws.length <= maxLength ? jws.split('.') : []
  const header = headerSchema.safeParse(decode(head)).data
  if (header?.typ !== type || more.length > 0) return err('malformed-document')
  const certificatePem = pemFromWire(header.x5c[0])
  const algorithm = certificatePem && signatureName(certificatePem)
  if (!certificatePem || !algorithm) return err('malformed-document')
  // The algorithm is that of the certificate's key, never that of the header.
  if (header.alg !== algorithm) return err('bad-signature')
  const holds = await verifySignature(certificatePem, utf8(`${head}.${body}`), signature)
  if (!holds) return err('bad-signature')
  const payload = decode(body)
  return payload === undefined ? err('malformed-document') : ok({ payload, certificatePem })
}

/**
 * Whether a document is written as `signDocument` does it: canonical JSON in base64url without padding. Then it says
 * nothing but its values, and cannot be made longer than they are.
 */
export function isCanonicalDocument(jws: string): boolean {
  const [head = '', body = '', signature = '', ...more] = jws.split('.')
  const isSame = (part: string) => {
    const value = decode(part)
    return value !== undefined && encode(value) === part
  }
  return more.length === 0 && isSame(head) && isSame(body) && isBase64url(signature)
}

function isBase64url(text: string): boolean {
  try {
    return base64url.encode(base64url.decode(text)) === text
  } catch {
    return false
  }
}

function encode(value: unknown): string {
  return base64url.encode(utf8(canonicalJson(value)))
}

/** The JSON value in a part; undefined where it is not JSON. */
function decode(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base64url.decode(part)))
  } catch {
    return undefined
  }
}
