import { ok, type Result } from '#lib/result.ts'
import type { qrCalls } from '#protocol/calls/qr.ts'
import { type QrAnswer, qrAnswerSchema, qrAnswerType } from '#protocol/qr-code.ts'
import { verifyDocument } from '#seal/signed-document.ts'
import { qrPicture } from '../auth/qr.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { done } from './command.ts'

/** Milliseconds between the browser's requests for a code's status (QRIntervalTime). */
const interval = 2000

/** Login by a code that a phone scans (ACC-6). */
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
        QRIntervalTime: interval,
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
      const { purpose, role, address, expiresAt } = scanned.value
      return ok({ purpose, role, address, QRExpireTime: expiresAt.toISOString() })
    },

    async answerQr({ body, language }) {
      const scanned = await qrCodes.scan(body.QRID)
      if (!scanned.ok) return scanned
      const signed = await readAnswer(body.SignedString, body.QRID)
      if (!signed.ok) return signed
      const { certificatePem } = signed.value
      const holder = await trust.check(certificatePem)
      if (!holder.ok) return holder
      const { unitCode } = holder.value
      const account = unitCode ? await accounts.findByUnit(unitCode, [scanned.value.role]) : null
      const declined = signed.value.answer.answer === 'decline'
      const answered = await qrCodes.answer(body.QRID, resultOf(declined, account, certificatePem))
      if (!answered.ok) return answered
      if (!declined && !account) return refuse('qr-user-missing')
      return ok({ Result: true, ResultMessage: done(language) })
    },
  }
}

function resultOf(declined: boolean, account: { readonly id: string } | null, certificate: string) {
  if (declined) return { refused: 'qr-declined' } as const
  return account ? { accountId: account.id, certificate } : ({ refused: 'qr-user-missing' } as const)
}

/** The phone's signed answer to this code, and the certificate that signed it. */
async function readAnswer(
  jws: string,
  id: string,
): Promise<Result<{ answer: QrAnswer; certificatePem: string }, Refusal>> {
  const verified = await verifyDocument(jws, qrAnswerType)
  if (!verified.ok) return refuse('certificate-signature-wrong')
  const answer = qrAnswerSchema.safeParse(verified.value.payload)
  if (!answer.success || answer.data.QRID !== id) return refuse('certificate-signature-wrong')
  return ok({ answer: answer.data, certificatePem: verified.value.certificatePem })
}
