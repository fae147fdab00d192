import type { SessionState } from '#domain/session/state.ts'
import { biddersOf } from '#domain/submission/bids.ts'
import { signedDocumentSchema, signedDocumentType } from '#protocol/wire-command.ts'
import { nextTurn } from '#seal/bytes.ts'
import { verifyDetached } from '#seal/cms.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import { sameCertificate } from '../session/signed-document.ts'

/** A bidder's signature of the record, checked once more when the record is sealed. */
export interface RecordSignature {
  readonly entprsCode: string
  readonly name: string
  readonly signer: string
  readonly fingerprint: string
  readonly at: string
  /** The JWS over the record's hash and that of its PDF. */
  readonly jws: string
  readonly isValid: boolean
  /** The signature over the PDF; null by a key that PDF readers do not know. */
  readonly cms: string | null
  readonly isCmsValid: boolean
}

/** The signatures of a round, in the order of enrolment; `pdf` is the hash of the record's PDF. */
export async function signaturesOf(
  session: string,
  round: SessionState,
  pdf: string,
): Promise<RecordSignature[]> {
  const found: RecordSignature[] = []
  const inPdf = new Map(round.signing?.pdfSignatures.map(({ bidderCode, cms }) => [bidderCode, cms]))
  for (const { code, name, certificate, signature } of biddersOf(round)) {
    if (!signature) continue
    // Some checks take milliseconds of processor time, and there may be a thousand.
    await nextTurn()
    const { signer, fingerprint, at, jws } = signature
    const cms = inPdf.get(code) ?? null
    const signed = { session, hash: round.signing?.recordHash ?? '', pdf }
    const isValid = certificate !== null && (await isSigned(jws, certificate, signed))
    const isCmsValid = cms !== null && certificate !== null && (await verifyDetached(cms, certificate, pdf))
    found.push({ entprsCode: code, name, signer, fingerprint, at, jws, isValid, cms, isCmsValid })
  }
  return found
}

async function isSigned(
  jws: string,
  certificate: string,
  expected: { readonly session: string; readonly hash: string; readonly pdf: string },
): Promise<boolean> {
  const verified = await verifyDocument(jws, signedDocumentType)
  if (!verified.ok || !sameCertificate(verified.value.certificatePem, certificate)) return false
  const { data } = signedDocumentSchema.safeParse(verified.value.payload)
  return (
    data?.document === 'opening-record' &&
    data.session === expected.session &&
    data.hash === expected.hash &&
    data.pdf === expected.pdf
  )
}
