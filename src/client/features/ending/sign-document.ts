import { overviewHash, recordHash } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** The bidder's signature of the overview as computed here (END-3). */
export function signOverview(
  certificate: CertificateHelper,
  session: string,
  state: SessionState,
): Promise<string> {
  return sign(certificate, { document: 'overview', session, hash: overviewHash(state) })
}

/**
 * The bidder's signature of the opening record (END-7); null when the record computed here differs from the one that
 * the opener issued: then nothing may be signed.
 */
export async function signRecord(
  certificate: CertificateHelper,
  session: string,
  state: SessionState,
): Promise<string | null> {
  if (!recordMatches(state)) return null
  return sign(certificate, { document: 'opening-record', session, hash: recordHash(state) })
}

function recordMatches(state: SessionState): boolean {
  return state.signing !== null && recordHash(state) === state.signing.recordHash
}

async function sign(certificate: CertificateHelper, document: SignedDocument): Promise<string> {
  // Loaded on demand: the certificate code is large and only bidders need it.
  const { signDocument } = await import('#seal/signed-document.ts')
  return signDocument(certificate, signedDocumentType, document)
}
