import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** The letter, by the SHA-256 of the file that was shown, signed by its bidder: a compact JWS (PRE-13). */
export async function signLetter(
  certificate: CertificateHelper,
  session: string,
  letterHash: string,
): Promise<string> {
  // Certificates are much code, and only bidders need it.
  const { signDocument } = await import('#seal/signed-document.ts')
  const document: SignedDocument = { document: 'commitment-letter', session, hash: letterHash }
  return signDocument(certificate, signedDocumentType, document)
}
