import { canonicalJson } from '#domain/log/canonical-json.ts'
import { ok, type Result } from '#lib/result.ts'
import type { qrCalls } from '#protocol/calls/qr.ts'
import { type QrAnswer, qrAnswerSchema, qrAnswerType } from '#protocol/qr-code.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import { readCertificate } from '#seal/certificate.ts'
import { verifyDetached } from '#seal/cms.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import { type QrAnswered, qrPicture, type ShownQr } from '../auth/qr.ts'
import type { SigningOrder } from '../auth/signing-order.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { sameCertificate } from '../session/signed-document.ts'
import type { Handlers } from '../transport/handler.ts'
import { done } from './command.ts'

/** Milliseconds between the browser's requests for a code's status (QRIntervalTime). */
export const qrInterval = 2000

/** Login by a code that a phone scans (ACC-6), and the phone's side of signing by one (END-25). */
export function qrHandlers(services: Services): Handlers<typeof qrCalls> {
  const { qrCodes, accounts, logins, trust, settings } = services
  const { tabs } = settings.variant.login

  return {
    async getLoginQr({ query, address }) {
      const tab = tabs.find(({ role }) => role === query.role)
      if (!tab?.modes.includes('qr')) return refuse('forbidden')
      const code = await qrCodes.issue({ purpose: 'login', role: tab.role, address })
      return ok({
        QRImageBsae64: qrPicture(code),
        QRExpireTime: code.expiresAt.toISOString(),
        QRIntervalTime: qrInterval,
        QRID: code.id,
        QRSecret: code.secret,
      })
    },

    async getLoginQrStatus({ query }) {
      const status = await qrCodes.status(query.QRID)
      return status.ok ? ok({ QRCodeStatus: status.value }) : status
    },

    async GetOauth4({ body, address }) {
      const used = await qrCodes.use(body.QRID, body.QRSecret)
      if (!used.ok) return used
      const { account, certificate } = used.value
      return logins.answer(account, { via: 'qr', address, certificate })
    },

    async scanQr({ body }) {
      const scanned = await qrCodes.scan(body.QRID)
      if (!scanned.ok) return scanned
      const { purpose, role, address, expiresAt, signing } = scanned.value
      return ok({ purpose, role, address, QRExpireTime: expiresAt.toISOString(), signs: shownOf(signing) })
    },

    async answerQr({ body, language }) {
      const scanned = await qrCodes.scan(body.QRID)
      if (!scanned.ok) return scanned
      const signed = await readAnswer(body.SignedString, scanned.value)
      if (!signed.ok) return signed
      const { certificatePem } = signed.value
      const declined = signed.value.answer.answer === 'decline'
      const { signing } = scanned.value
      const result = signing
        ? await signatureOf(body, declined, { order: signing, certificatePem })
        : await loginOf(scanned.value, declined, certificatePem)
      if (!result.ok) return result
      const answered = await qrCodes.answer(body.QRID, result.value)
      if (!answered.ok) return answered
      if ('refused' in result.value && !declined) return refuse(result.value.refused)
      return ok({ Result: true, ResultMessage: done(language) })
    },
  }

  /** The account of the certificate's holder, in the role of the code. */
  async function loginOf(
    { role }: ShownQr,
    declined: boolean,
    certificate: string,
  ): Promise<Result<QrAnswered, Refusal>> {
    const holder = await trust.check(certificate)
    if (!holder.ok) return holder
    if (declined) return ok({ refused: 'qr-declined' })
    const { unitCode } = holder.value
    const account = unitCode ? await accounts.findByUnit(unitCode, [role]) : null
    return ok(account ? { accountId: account.id, certificate } : { refused: 'qr-user-missing' })
  }
}

function shownOf(order: SigningOrder | null) {
  if (!order) return null
  const { sectionCode, sectionName, unitCode, document } = order
  return { sectionCode, sectionName, unitCode, document }
}

interface Signing {
  readonly order: SigningOrder
  /** Of the answer. */
  readonly certificatePem: string
}

/**
 * The phone's signatures of exactly what the code asks for, by the certificate of its answer and of the unit that asked.
 * The command that takes them checks the certificate's trust.
 */
async function signatureOf(
  { Sign_Result: jws, Sign_Pdf: cms }: { Sign_Result?: string | undefined; Sign_Pdf?: string | undefined },
  declined: boolean,
  { order, certificatePem }: Signing,
): Promise<Result<QrAnswered, Refusal>> {
  const holder = readCertificate(certificatePem)
  if (!holder.ok) return refuse('malformed-certificate')
  if (holder.value.unitCode !== order.unitCode) return refuse('certificate-mismatch')
  if (declined) return ok({ refused: 'qr-declined' })
  const verified = await verifyDocument(jws ?? '', signedDocumentType)
  const isAsked =
    verified.ok &&
    sameCertificate(verified.value.certificatePem, certificatePem) &&
    canonicalJson(verified.value.payload) === canonicalJson(order.document)
  if (jws === undefined || !isAsked) return refuse('certificate-signature-wrong')
  const isPdfSigned =
    cms === undefined || (await verifyDetached(cms, certificatePem, order.document.pdf ?? ''))
  if (!isPdfSigned) return refuse('certificate-signature-wrong')
  return ok({ certificate: certificatePem, jws, cms: cms ?? null })
}

/** The phone's signed answer to this code, and the certificate that signed it. */
async function readAnswer(
  jws: string,
  { id, purpose }: Pick<ShownQr, 'id' | 'purpose'>,
): Promise<Result<{ answer: QrAnswer; certificatePem: string }, Refusal>> {
  const verified = await verifyDocument(jws, qrAnswerType)
  if (!verified.ok) return refuse('certificate-signature-wrong')
  const answer = qrAnswerSchema.safeParse(verified.value.payload)
  if (!answer.success || answer.data.QRID !== id || answer.data.purpose !== purpose)
    return refuse('certificate-signature-wrong')
  return ok({ answer: answer.data, certificatePem: verified.value.certificatePem })
}
