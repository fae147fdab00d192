import { recordDocument } from '#domain/ending/record.ts'
import type { SignedAs } from '#domain/ending/signer.ts'
import type { Command } from '#domain/session/command.ts'
import { ok, type Result } from '#lib/result.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import { verifyDetached } from '#seal/cms.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { PreparationContext, PreparationServices } from './preparation-services.ts'
import { readOpenerSignature, readSignature } from './signed-document.ts'

type SignRecord = Extract<WireCommand, { type: 'SignRecord' }>['payload']

/**
 * Reads a signature of the record and, where there is one, that of its PDF (REC-2): a bidder's by the certificate that
 * they were enrolled with, the opener's by a trusted one of their unit (END-22).
 */
export async function prepareSignature(
  payload: SignRecord,
  context: PreparationContext,
  services: PreparationServices,
): Promise<Result<Command, Refusal>> {
  const { actor, state, now, sessionId } = context
  const { trust } = services
  const { jws, cms, code } = payload
  const scanned = code === undefined || (await isScanned(code, payload, context, services))
  if (!scanned) return refuse('qr-expired')
  const unitCode = actor.unitCode ?? ''
  const document = 'opening-record' as const
  const read =
    actor.role === 'opener'
      ? await readOpenerSignature(jws, { session: sessionId, document, unitCode }, { now, trust })
      : await readSignature(jws, { session: sessionId, document, bidderCode: unitCode }, state, {
          now,
          trust,
        })
  if (!read.ok) return read
  const { signature, hash: recordHash, pdf, certificatePem } = read.value
  const filed = recordDocument(state)?.sha256 ?? ''
  if (cms !== undefined && !(await verifyDetached(cms, certificatePem, filed)))
    return refuse('certificate-mismatch')
  const signedAs = signedAsOf(payload)
  return ok({ type: 'SignRecord', payload: { signature, recordHash, pdf, cms: cms ?? null, signedAs } })
}

/** Whether the code's phone made these signatures, for this account (END-25). */
async function isScanned(
  code: string,
  { jws, cms }: SignRecord,
  { actor, sessionId }: PreparationContext,
  { signCodes }: PreparationServices,
): Promise<boolean> {
  const found = await signCodes.signature(code, { sessionId, actorId: actor.id })
  return found.ok && found.value.signed?.jws === jws && found.value.signed.cms === (cms ?? null)
}

/** A person signs where one is named, unless the signer says otherwise (END-23). */
function signedAsOf({ signer = '', kind, envelopeFlag, code }: SignRecord): SignedAs {
  return {
    name: signer,
    kind: kind ?? (signer === '' ? 'organisation' : 'person'),
    envelopeFlag: envelopeFlag ?? null,
    way: code === undefined ? 'certificate' : 'scan',
  }
}
