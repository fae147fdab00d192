import { overviewHash, recordHash } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** The overview as shown here, signed by its bidder (END-3). */
export function signOverview(
  certificate: CertificateHelper,
  session: string,
  state: SessionState,
): Promise<string> {
  return sign(certificate, { document: 'overview', session, hash: overviewHash(state) })
}

/**
 * The opening record, signed by its bidder (END-7); null when what is shown here is not the record that the opener
 * has issued for signing: then nothing may be signed.
 */
export async function signRecord(
  certificate: CertificateHelper,
  session: string,
  state: SessionState,
): Promise<string | null> {
  if (!recordMatches(state)) return null
  return sign(certificate, { document: 'opening-record', session, hash: recordHash(state) })
}

/** Whether the record as folded here is the one that was issued for signing. */
function recordMatches(state: SessionState): boolean {
  return state.signing !== null && recordHash(state) === state.signing.recordHash
}

async function sign(certificate: CertificateHelper, document: SignedDocument): Promise<string> {
  // Certificates are much code, and only bidders need it.
  const { signDocument } = await import('#seal/signed-document.ts')
  return signDocument(certificate, signedDocumentType, document)
}
