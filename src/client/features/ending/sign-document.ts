import { overviewHash, recordDocument, recordHash } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'

/** The bidder's signature of the overview as computed here, whatever the log says that it is (END-3). */
export function signOverview(
  certificate: CertificateHelper,
  session: string,
  state: SessionState,
): Promise<string> {
  return sign(certificate, { document: 'overview', session, hash: overviewHash(state) })
}

/** What a bidder or the opener sends to sign the record. */
export interface RecordSignature {
  readonly jws: string
  /** Over the record's PDF; left out by a key that PDF readers do not know, or that is asked for each signature. */
  readonly cms?: string
}

/** Sends a signature by a certificate that is open here, or one that a phone made; resolves with whether it was accepted. */
export type SendSignature = (
  by: { readonly certificate: CertificateHelper } | { readonly scanned: RecordSignature & { code: string } },
  /** The person who signs for the unit; empty where the organisation itself does. */
  person: string,
) => Promise<boolean>

/** Fetches a document's bytes; null where they could not be fetched. */
export type LoadDocument = (documentId: string) => Promise<Blob | null>

/**
 * The bidder's signature of the opening record and of its PDF (END-7, REC-2); null when the record computed here differs
 * from the one that the opener issued, or the PDF from the one that the log names: then nothing may be signed.
 */
export async function signRecord(
  certificate: CertificateHelper,
  session: string,
  state: SessionState,
  load: LoadDocument,
): Promise<RecordSignature | null> {
  if (!recordMatches(state)) return null
  const record = { document: 'opening-record', session, hash: recordHash(state) } as const
  const filed = recordDocument(state)
  if (!filed) return { jws: await sign(certificate, record) }
  const pdf = await load(filed.documentId)
  const { digestHex } = await import('#seal/bytes.ts')
  if (!pdf || (await digestHex(new Uint8Array(await pdf.arrayBuffer()))) !== filed.sha256) return null
  const jws = await sign(certificate, { ...record, pdf: filed.sha256 })
  if (certificate.asksEachTime) return { jws }
  const { signDetached } = await import('#seal/cms.ts')
  const cms = await signDetached(certificate, filed.sha256)
  return cms === null ? { jws } : { jws, cms }
}

function recordMatches(state: SessionState): boolean {
  return state.signing !== null && recordHash(state) === state.signing.recordHash
}

async function sign(certificate: CertificateHelper, document: SignedDocument): Promise<string> {
  // Loaded on demand: the certificate code is large and only bidders need it.
  const { signDocument } = await import('#seal/signed-document.ts')
  return signDocument(certificate, signedDocumentType, document)
}
