import { err, ok, type Result } from '#lib/result.ts'
import { CertificateFailure, type CertificateHelper } from '#seal/certificate-helper.ts'

/**
 * `unwrap-failed`: this certificate does not open this file's key. `certificate-failed`: the certificate could not be
 * used; `code` says why (a helper's refusal, `unreachable`, `cancelled`).
 */
export type UnwrapProblem =
  | { readonly kind: 'manifest-broken' }
  | { readonly kind: 'unwrap-failed' }
  | { readonly kind: 'certificate-failed'; readonly code: string }

/**
 * Unwraps the one-time identity of a bid file from its manifest with the bidder's certificate. Fails when the file was
 * sealed with another certificate.
 */
export async function unwrapIdentity(
  manifest: string,
  certificate: CertificateHelper,
): Promise<Result<string, UnwrapProblem>> {
  // Loaded on demand: the certificate code is large and only bidders need it.
  const [{ verifyManifest }, { parseFileKey }] = await Promise.all([
    import('#seal/manifest.ts'),
    import('#seal/file-key.ts'),
  ])
  const read = await verifyManifest(manifest)
  const wrapped = read.ok ? read.value.manifest.wrappedIdentity : null
  if (wrapped === null) return err({ kind: 'manifest-broken' })
  try {
    const identity = parseFileKey(await certificate.unwrap(wrapped))
    return identity.ok ? ok(identity.value) : err({ kind: 'unwrap-failed' })
  } catch (error) {
    const code = error instanceof CertificateFailure ? error.code : 'unwrap-failed'
    return err(code === 'unwrap-failed' ? { kind: code } : { kind: 'certificate-failed', code })
  }
}
