import { err, ok, type Result } from '#lib/result.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { parseFileKey } from '#seal/file-key.ts'

export type UnwrapProblem = 'manifest-broken' | 'unwrap-failed'

/**
 * The one-time identity of a bid file, out of its manifest by the certificate it was wrapped to. The certificate
 * may be another than the file was sealed with: then nothing comes out and nothing is sent.
 */
export async function unwrapIdentity(
  manifest: string,
  certificate: CertificateHelper,
): Promise<Result<string, UnwrapProblem>> {
  // Certificates are much code, and only bidders need it.
  const { verifyManifest } = await import('#seal/manifest.ts')
  const read = await verifyManifest(manifest)
  if (!read.ok) return err('manifest-broken')
  const unwrapped = await certificate.unwrap(read.value.manifest.wrappedIdentity).catch(() => null)
  if (unwrapped === null) return err('unwrap-failed')
  const identity = parseFileKey(unwrapped)
  return identity.ok ? ok(identity.value) : err('unwrap-failed')
}
