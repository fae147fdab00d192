import type { CertificateSignature } from '#domain/session/certificate-signature.ts'
import type { SessionState } from '#domain/session/state.ts'
import { ok, type Result } from '#lib/result.ts'
import { type SignedDocument, signedDocumentSchema, signedDocumentType } from '#protocol/wire-command.ts'
import { readCertificate } from '#seal/certificate.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import type { TrustStore } from '../auth/trust-store.ts'
import { type Refusal, refuse } from '../refusal.ts'

/**
 * Checks a bidder's signature: made with the certificate enrolled for that bidder, valid now, over this session's
 * document of the expected kind. Another certificate is refused with a code of its own (END-8).
 */
export async function readSignature(
  jws: string,
  expected: { session: string; document: SignedDocument['document']; bidderCode: string },
  state: SessionState,
  { now, trust }: { now: number; trust: Pick<TrustStore, 'checkEnrolled'> },
): Promise<Result<{ signature: CertificateSignature; hash: string; pdf: string | null }, Refusal>> {
  const verified = await verifyDocument(jws, signedDocumentType)
  if (!verified.ok) return refuse('certificate-mismatch')
  const bidder = state.bidders[expected.bidderCode]
  if (!bidder?.certificate || !sameCertificate(bidder.certificate, verified.value.certificatePem)) {
    return refuse('certificate-mismatch')
  }
  const info = await trust.checkEnrolled(verified.value.certificatePem)
  if (!info.ok) return info
  if (info.value.unitCode !== expected.bidderCode) return refuse('certificate-mismatch')
  if (now < Date.parse(info.value.notBefore) || now > Date.parse(info.value.notAfter)) {
    return refuse('malformed-certificate')
  }
  const document = signedDocumentSchema.safeParse(verified.value.payload)
  if (!document.success)
    return refuse('bad-request', { path: 'jws', reason: 'not the document to be signed' })
  const { session, hash, pdf = null } = document.data
  if (session !== expected.session || document.data.document !== expected.document)
    return refuse('stale-document')
  const { subjectName, fingerprint } = info.value
  return ok({ signature: { signer: subjectName, fingerprint, jws }, hash, pdf })
}

/** Whether two PEM texts hold the same certificate. */
export function sameCertificate(one: string, other: string): boolean {
  const [a, b] = [readCertificate(one), readCertificate(other)]
  return a.ok && b.ok && a.value.fingerprint === b.value.fingerprint
}
