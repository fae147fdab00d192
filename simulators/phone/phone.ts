import type { Role } from '#domain/session/actor.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { parseQrText, type QrPurpose, qrAnswerType } from '#protocol/qr-code.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDocument } from '#seal/signed-document.ts'
import type { HttpClient } from '../client/http-client.ts'

/** A code as the phone's owner is shown it, before they say yes or no. */
export interface ScannedCode {
  readonly id: string
  readonly purpose: QrPurpose
  readonly role: Role
  /** Where the screen is that shows the code: not the owner's own means that somebody else wants in. */
  readonly address: string
}

export interface Phone {
  /** Reads a code's text and tells the hall; the error says why it is of no use. */
  scan(text: string): Promise<Result<ScannedCode, string>>
  /** Signs the owner's answer with their certificate. */
  answer(code: ScannedCode, answer: 'confirm' | 'decline'): Promise<Result<void, string>>
}

/** A phone that belongs to one person: it holds their certificate and speaks to one hall, never to one a code names. */
export function createPhone(http: HttpClient, certificate: CertificateHelper): Phone {
  return {
    async scan(text) {
      const code = parseQrText(text)
      if (!code) return err('not a code of the hall')
      const scanned = await http.attempt('scanQr', { body: { QRID: code.id } })
      if (!scanned.ok) return err(scanned.error.message)
      const { purpose, role, address } = scanned.value
      return purpose === code.purpose ? ok({ id: code.id, purpose, role, address }) : err('not what it says')
    },
    async answer({ id, purpose }, answer) {
      const payload = { QRID: id, purpose, answer }
      const SignedString = await signDocument(certificate, qrAnswerType, payload)
      const answered = await http.attempt('answerQr', { body: { QRID: id, SignedString } })
      return answered.ok ? ok(undefined) : err(answered.error.message)
    },
  }
}
