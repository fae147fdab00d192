import { z } from 'zod'

/** What a code on a screen is for; the phone shows it to its owner and signs it along. */
export const qrPurposes = z.enum(['login'])
export type QrPurpose = z.infer<typeof qrPurposes>

/** QRID: 16 random bytes in base64url. */
export const qrIdSchema = z.string().regex(/^[\w-]{22}$/)

const textPattern = /^kaibiao:([a-z]+):([\w-]{22})$/

/** The text inside the picture. It names no server: a phone asks its own, never one that a code names. */
export function qrText(purpose: QrPurpose, id: string): string {
  return `kaibiao:${purpose}:${id}`
}

/** Null for a code of somebody else's, or for a purpose not known here. */
export function parseQrText(text: string): { purpose: QrPurpose; id: string } | null {
  const [, named, id] = textPattern.exec(text.trim()) ?? []
  const purpose = qrPurposes.safeParse(named)
  return purpose.success && id ? { purpose: purpose.data, id } : null
}

/** Type of the document in which a phone answers a code (`signDocument`). */
export const qrAnswerType = 'kaibiao-qr/1'

/** What the phone signs: yes or no to this one code, for this one purpose. */
export const qrAnswerSchema = z.strictObject({
  QRID: qrIdSchema,
  purpose: qrPurposes,
  answer: z.enum(['confirm', 'decline']),
})
export type QrAnswer = z.infer<typeof qrAnswerSchema>
