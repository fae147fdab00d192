import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** The agency's signature of a failure's form (HLT-6); null when signing fails, as with a key that was pulled out. */
export async function signFailure(
  certificate: CertificateHelper,
  session: string,
  hash: string,
): Promise<string | null> {
  const document: SignedDocument = { document: 'failure', session, hash }
  // Loaded on demand: the certificate code is large.
  const { signDocument } = await import('#seal/signed-document.ts')
  return signDocument(certificate, signedDocumentType, document).catch(() => null)
}
