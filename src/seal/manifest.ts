import { err, ok, type Result } from '#lib/result.ts'
import type { CertificateHelper } from './certificate-helper.ts'
import { type Manifest, manifestFormat, manifestSchema } from './format.ts'
import { type DocumentProblem, signDocument, verifyDocument } from './signed-document.ts'

export function signManifest(certificate: CertificateHelper, manifest: Manifest): Promise<string> {
  return signDocument(certificate, manifestFormat, manifest)
}

/** The most characters of a manifest besides its head, which is the certificate: more than the format's fields need. */
export const longestManifest = 12_000

/** The characters of a manifest besides its head. */
export function variableLength(jws: string): number {
  return jws.length - Math.max(0, jws.indexOf('.'))
}

/**
 * Reads a manifest whose signature is that of the certificate inside it. The caller checks that this certificate
 * is trusted and is the bidder's own, and that the file is the one the manifest names.
 */
export async function verifyManifest(
  jws: string,
): Promise<Result<{ manifest: Manifest; certificatePem: string }, DocumentProblem | 'malformed-manifest'>> {
  const document = await verifyDocument(jws, manifestFormat)
  if (!document.ok) return document
  const manifest = manifestSchema.safeParse(document.value.payload)
  if (!manifest.success) return err('malformed-manifest')
  return ok({ manifest: manifest.data, certificatePem: document.value.certificatePem })
}
