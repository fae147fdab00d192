import type { SignedAs } from '#domain/ending/signer.ts'
import { signersOf } from '#domain/ending/signers.ts'
import type { SessionState } from '#domain/session/state.ts'
import { signedDocumentSchema, signedDocumentType } from '#protocol/wire-command.ts'
import { nextTurn } from '#seal/bytes.ts'
import { verifyDetached } from '#seal/cms.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import { sameCertificate } from '../session/signed-document.ts'

/** A signature of the record by a bidder or the opener, checked once more when the record is sealed. */
export interface RecordSignature {
  readonly entprsCode: string
  readonly name: string
  readonly signer: string
  /** Who signed for the unit, as they say (END-23). */
  readonly signedAs: SignedAs
  readonly fingerprint: string
  readonly at: string
  /** The JWS over the record's hash and that of its PDF. */
  readonly jws: string
  readonly isValid: boolean
  /** The signature over the PDF; null by a key that PDF readers do not know. */
  readonly cms: string | null
  readonly isCmsValid: boolean
}

/** The signatures of an unredacted round, the opener's first; `pdf` is the hash of the record's PDF. */
export async function signaturesOf(
  session: string,
  round: SessionState,
  pdf: string,
): Promise<RecordSignature[]> {
  const found: RecordSignature[] = []
  for (const { isOpener, unitCode, name, signature } of signersOf(round)) {
    if (!signature?.proof) continue
    // Some checks take milliseconds of processor time, and there may be a thousand.
    await nextTurn()
    const { signer, fingerprint, at, signedAs } = signature
    const { jws, cms } = signature.proof
    const certificate = isOpener ? await ownCertificate(jws) : (round.bidders[unitCode]?.certificate ?? null)
    const signed = { session, hash: round.signing?.recordHash ?? '', pdf }
    const isValid = certificate !== null && (await isSigned(jws, certificate, signed))
    const isCmsValid = cms !== null && certificate !== null && (await verifyDetached(cms, certificate, pdf))
    found.push({
      ...{ entprsCode: unitCode, name, signer, signedAs, fingerprint, at, jws, isValid, cms, isCmsValid },
    })
  }
  return found
}

/** The opener is enrolled with no certificate: theirs was found trusted when they signed. */
async function ownCertificate(jws: string): Promise<string | null> {
  const verified = await verifyDocument(jws, signedDocumentType)
  return verified.ok ? verified.value.certificatePem : null
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
