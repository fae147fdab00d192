import { base64url, compactVerify } from 'jose'
import { z } from 'zod'
import { canonicalJson } from '#domain/canonical.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { fromBase64, utf8 } from './bytes.ts'
import { derBase64Of, pemOf, verificationKey } from './certificate.ts'
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
 * `type` is the document's purpose and version, such as `kaibiao-login/1`: it is signed along, so a signature
 * given for one purpose can never serve another.
 */
export async function signDocument(
  certificate: CertificateHelper,
  type: string,
  payload: unknown,
): Promise<string> {
  const key = await verificationKey(certificate.certificatePem)
  if (!key) throw new TypeError('unsupported certificate key')
  const header = { alg: key.algorithm, typ: type, x5c: [derBase64Of(certificate.certificatePem)] }
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${await certificate.sign(utf8(input))}`
}

/**
 * Checks a document of `signDocument` of the given type by the certificate inside. Whether that certificate is
 * trusted and is the expected one is for the caller to check (`checkTrust`, fingerprint).
 */
export async function verifyDocument(
  jws: string,
  type: string,
): Promise<Result<{ payload: unknown; certificatePem: string }, DocumentProblem>> {
  const header = jws.length <= maxLength ? parseHeader(jws) : null
  if (header?.typ !== type) return err('malformed-document')
  const certificatePem = leafPem(header.x5c[0])
  const key = certificatePem && (await verificationKey(certificatePem))
  if (!certificatePem || !key) return err('malformed-document')
  try {
    const { payload } = await compactVerify(jws, key.key, { algorithms: [key.algorithm] })
    return ok({ payload: parseJson(payload), certificatePem })
  } catch (error) {
    return err(error instanceof SyntaxError ? 'malformed-document' : 'bad-signature')
  }
}

function encode(value: unknown): string {
  return base64url.encode(utf8(canonicalJson(value)))
}

function parseHeader(jws: string): z.infer<typeof headerSchema> | null {
  try {
    return headerSchema.parse(parseJson(base64url.decode(jws.split('.')[0] ?? '')))
  } catch {
    return null
  }
}

function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}

function leafPem(derBase64: string): string | null {
  try {
    return pemOf(fromBase64(derBase64))
  } catch {
    return null
  }
}
