import type { Role } from '#domain/session/actor.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { parseQrText, type QrPurpose, qrAnswerType } from '#protocol/qr-code.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDetached } from '#seal/cms.ts'
import { signDocument } from '#seal/signed-document.ts'
import type { CallAnswer, HttpClient } from '../client/http-client.ts'

/** A scanned code as shown to the phone's owner before they confirm or decline. */
export interface ScannedCode {
  readonly id: string
  readonly purpose: QrPurpose
  readonly role: Role
  /** Address of the screen that shows the code; an unknown one means that somebody else wants to log in. */
  readonly address: string
  /** What is to be signed, and where; null for a login. */
  readonly signs: CallAnswer<'scanQr'>['signs']
}

export interface Phone {
  /** Reports a code's text to the hall; the error says why it was refused. */
  scan(text: string): Promise<Result<ScannedCode, string>>
  /** Signs the owner's answer with their certificate. */
  answer(code: ScannedCode, answer: 'confirm' | 'decline'): Promise<Result<void, string>>
}

/** A person's phone: it holds their certificate and calls only its own hall, never one named by a code. */
export function createPhone(http: HttpClient, certificate: CertificateHelper): Phone {
  return {
    async scan(text) {
      const code = parseQrText(text)
      if (!code) return err('not a code of the hall')
      const scanned = await http.attempt('scanQr', { body: { QRID: code.id } })
      if (!scanned.ok) return err(scanned.error.message)
      const { purpose, role, address, signs } = scanned.value
      return purpose === code.purpose
        ? ok({ id: code.id, purpose, role, address, signs })
        : err('not what it says')
    },
    async answer({ id, purpose, signs }, answer) {
      const payload = { QRID: id, purpose, answer }
      const SignedString = await signDocument(certificate, qrAnswerType, payload)
      const signed = signs && answer === 'confirm' ? await signaturesOf(certificate, signs.document) : {}
      const answered = await http.attempt('answerQr', { body: { QRID: id, SignedString, ...signed } })
      return answered.ok ? ok(undefined) : err(answered.error.message)
    },
  }
}

/** The owner's signature of the document, and of its PDF where the key can. */
async function signaturesOf(certificate: CertificateHelper, document: SignedDocument) {
  const Sign_Result = await signDocument(certificate, signedDocumentType, document)
  const Sign_Pdf = document.pdf === undefined ? null : await signDetached(certificate, document.pdf)
  return Sign_Pdf === null ? { Sign_Result } : { Sign_Result, Sign_Pdf }
}
