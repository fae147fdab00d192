import type { CertificateSignature } from '#domain/session/certificate-signature.ts'
import type { SessionState } from '#domain/session/state.ts'
import { ok, type Result } from '#lib/result.ts'
import { formProblem } from '#protocol/messages/input-problem.ts'
import { type SignedDocument, signedDocumentSchema, signedDocumentType } from '#protocol/wire-command.ts'
import { type CertificateInfo, readCertificate } from '#seal/certificate.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import type { TrustStore } from '../auth/trust-store.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** A signature that was checked, with what it signs. */
interface ReadSignature {
  readonly signature: CertificateSignature
  readonly certificatePem: string
  readonly hash: string
  readonly pdf: string | null
}

interface Asked {
  readonly session: string
  readonly document: SignedDocument['document']
}

/**
 * Checks a bidder's signature: made with the certificate enrolled for that bidder, valid now, over this session's
 * document of the expected kind. Another certificate is refused with a code of its own (END-8).
 */
export async function readSignature(
  jws: string,
  expected: Asked & { bidderCode: string },
  state: SessionState,
  { now, trust }: { now: number; trust: Pick<TrustStore, 'checkEnrolled'> },
): Promise<Result<ReadSignature, Refusal>> {
  const verified = await verifyDocument(jws, signedDocumentType)
  if (!verified.ok) return refuse('certificate-mismatch')
  const { certificatePem } = verified.value
  const bidder = state.bidders[expected.bidderCode]
  if (!bidder?.certificate || !sameCertificate(bidder.certificate, certificatePem)) {
    return refuse('certificate-mismatch')
  }
  const info = await trust.checkEnrolled(certificatePem)
  return info.ok ? signedBy(info.value, { jws, ...verified.value }, expected.bidderCode, expected, now) : info
}

/**
 * The same for the opener, who is enrolled nowhere: their certificate is of their unit and by a trusted authority
 * (END-22).
 */
export async function readOpenerSignature(
  jws: string,
  expected: Asked & { unitCode: string },
  { now, trust }: { now: number; trust: Pick<TrustStore, 'check'> },
): Promise<Result<ReadSignature, Refusal>> {
  const verified = await verifyDocument(jws, signedDocumentType)
  if (!verified.ok) return refuse('certificate-mismatch')
  const info = await trust.check(verified.value.certificatePem)
  return info.ok ? signedBy(info.value, { jws, ...verified.value }, expected.unitCode, expected, now) : info
}

/** What a unit's certificate, which is trusted, has signed. */
function signedBy(
  info: CertificateInfo,
  { jws, certificatePem, payload }: { jws: string; certificatePem: string; payload: unknown },
  unitCode: string,
  expected: Asked,
  now: number,
): Result<ReadSignature, Refusal> {
  if (info.unitCode !== unitCode) return refuse('certificate-mismatch')
  if (now < Date.parse(info.notBefore) || now > Date.parse(info.notAfter)) {
    return refuse('malformed-certificate')
  }
  const document = documentIn(payload, expected)
  if (!document.ok) return document
  const { hash, pdf = null } = document.value
  const { subjectName, fingerprint } = info
  return ok({ signature: { signer: subjectName, fingerprint, jws }, certificatePem, hash, pdf })
}

/**
 * Checks the agency's signature of a failure (HLT-6): made with a trusted certificate of the unit that leads the section.
 * Nobody enrols agencies, so that its authority has to be known here.
 */
export async function readAgencySignature(
  jws: string,
  session: string,
  { tender }: SessionState,
  trust: Pick<TrustStore, 'check'>,
): Promise<Result<{ signature: CertificateSignature; hash: string }, Refusal>> {
  const verified = await verifyDocument(jws, signedDocumentType)
  if (!verified.ok) return refuse('certificate-mismatch')
  const info = await trust.check(verified.value.certificatePem)
  if (!info.ok) return info
  const { unitCode, subjectName, fingerprint } = info.value
  if (unitCode === null || unitCode !== tender?.agencyCode) return refuse('certificate-mismatch')
  const document = documentIn(verified.value.payload, { session, document: 'failure' })
  if (!document.ok) return document
  return ok({ signature: { signer: subjectName, fingerprint, jws }, hash: document.value.hash })
}

/** The signed document, if it is of this session and kind. */
function documentIn(
  payload: unknown,
  expected: Pick<SignedDocument, 'session' | 'document'>,
): Result<SignedDocument, Refusal> {
  const document = signedDocumentSchema.safeParse(payload)
  if (!document.success) return refuse('bad-request', formProblem('jws', 'not the document to be signed'))
  const { session, document: kind } = document.data
  if (session !== expected.session || kind !== expected.document) return refuse('stale-document')
  return ok(document.data)
}

/** Whether two PEM texts hold the same certificate. */
export function sameCertificate(one: string, other: string): boolean {
  const [a, b] = [readCertificate(one), readCertificate(other)]
  return a.ok && b.ok && a.value.fingerprint === b.value.fingerprint
}
