import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDetached } from '#seal/cms.ts'
import { signDocument } from '#seal/signed-document.ts'

/** Signs the record, and its PDF where there is one and the key is one that PDF readers know (REC-2). */
export async function signatureOf(
  session: string,
  certificate: CertificateHelper,
  record: { readonly hash: string; readonly pdf: string | null },
) {
  const document: SignedDocument = { document: 'opening-record', session, hash: record.hash }
  if (record.pdf === null) return { jws: await signDocument(certificate, signedDocumentType, document) }
  const jws = await signDocument(certificate, signedDocumentType, { ...document, pdf: record.pdf })
  const cms = await signDetached(certificate, record.pdf)
  return cms === null ? { jws } : { jws, cms }
}
