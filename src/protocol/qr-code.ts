import { z } from 'zod'

/** The purpose of a code; the phone shows it and signs it. */
export const qrPurposes = z.enum(['login', 'sign'])
export type QrPurpose = z.infer<typeof qrPurposes>

/** QRID: 16 random bytes in base64url. */
export const qrIdSchema = z.string().regex(/^[\w-]{22}$/)

const textPattern = /^kaibiao:([a-z]+):([\w-]{22})$/

/** The text of the code. It names no server, so that a phone asks only its own. */
export function qrText(purpose: QrPurpose, id: string): string {
  return `kaibiao:${purpose}:${id}`
}

/** Null for a code of another system or an unknown purpose. */
export function parseQrText(text: string): { purpose: QrPurpose; id: string } | null {
  const [, named, id] = textPattern.exec(text.trim()) ?? []
  const purpose = qrPurposes.safeParse(named)
  return purpose.success && id ? { purpose: purpose.data, id } : null
}

/** The document type of a phone's answer (`signDocument`). */
export const qrAnswerType = 'kaibiao-qr/1'

/** The phone's signed answer to one code, for one purpose. */
export const qrAnswerSchema = z.strictObject({
  QRID: qrIdSchema,
  purpose: qrPurposes,
  answer: z.enum(['confirm', 'decline']),
})
export type QrAnswer = z.infer<typeof qrAnswerSchema>
