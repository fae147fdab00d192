import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** The bidder's signature of the letter, over the SHA-256 of the file that was shown: a compact JWS (PRE-13). */
export async function signLetter(
  certificate: CertificateHelper,
  session: string,
  letterHash: string,
): Promise<string> {
  // Loaded on demand: the certificate code is large and only bidders need it.
  const { signDocument } = await import('#seal/signed-document.ts')
  const document: SignedDocument = { document: 'commitment-letter', session, hash: letterHash }
  return signDocument(certificate, signedDocumentType, document)
}
