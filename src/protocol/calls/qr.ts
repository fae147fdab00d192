import { z } from 'zod'
import { roles } from '#domain/session/actor.ts'
import type { Call } from '../call.ts'
import { outcomeSchema } from '../outcome.ts'
import { qrIdSchema, qrPurposes } from '../qr-code.ts'
import { certificateRefusals } from '../refusals.ts'
import { signedDocumentSchema } from '../wire-command.ts'
import { loginAnswer } from './access.ts'

const scanned = z.strictObject({ QRID: qrIdSchema })

/** Login by a code that a phone scans (ACC-6): three calls of the browser, then two of the phone, also for signing (END-25). */
export const qrCalls = {
  getLoginQr: {
    method: 'GET',
    path: '/api/Oauth/getLoginQr',
    auth: 'none',
    refuses: ['forbidden'],
    summary:
      'A code to scan for a login as `role`, with a secret that later proves that this browser asked for it',
    rules: 'ACC-6',
    query: z.strictObject({ role: z.enum(roles) }),
    response: z.strictObject({
      /** SVG in base64; the name is spelled as in the protocol. */
      QRImageBsae64: z.base64(),
      QRExpireTime: z.iso.datetime(),
      /** Interval in milliseconds for asking the status. */
      QRIntervalTime: z.number().int(),
      QRID: qrIdSchema,
      /** Not in the picture: a photograph of the code is not enough to log in. */
      QRSecret: z.string(),
    }),
  },
  getLoginQrStatus: {
    method: 'GET',
    path: '/api/Oauth/getLoginQrStatus',
    auth: 'none',
    refuses: ['qr-expired', 'qr-declined', 'qr-user-missing'],
    summary: 'State of the scan: 0 waiting, 1 scanned, 2 confirmed',
    rules: 'ACC-6, ACC-7',
    query: scanned,
    response: z.strictObject({ QRCodeStatus: z.literal([0, 1, 2]) }),
  },
  GetOauth4: {
    method: 'POST',
    path: '/api/Oauth/GetOauth4',
    auth: 'none',
    refuses: ['qr-expired', 'qr-user-missing', 'login-failed'],
    summary: 'Logs in with a confirmed code, once, in the browser that asked for the code',
    rules: 'ACC-6',
    body: z.strictObject({ QRID: qrIdSchema, QRSecret: z.string().max(100) }),
    response: loginAnswer,
  },
  scanQr: {
    method: 'POST',
    path: '/api/Oauth/scanQr',
    auth: 'none',
    refuses: ['qr-expired'],
    summary:
      'Records that a phone has scanned a code; answers with its purpose and origin, for the phone’s owner',
    rules: 'ACC-6, END-25',
    body: scanned,
    response: z.strictObject({
      purpose: qrPurposes,
      /** The role to log in with. */
      role: z.enum(roles),
      /** Network address of the browser that shows the code. */
      address: z.string(),
      QRExpireTime: z.iso.datetime(),
      /** What the phone is asked to sign; null for a login. */
      signs: z
        .strictObject({
          sectionCode: z.string(),
          sectionName: z.string(),
          /** The unit that signs. */
          unitCode: z.string(),
          document: signedDocumentSchema,
        })
        .nullable(),
    }),
  },
  answerQr: {
    method: 'POST',
    path: '/api/Oauth/answerQr',
    auth: 'none',
    refuses: [
      'qr-expired',
      'qr-user-missing',
      'certificate-signature-wrong',
      'certificate-mismatch',
      ...certificateRefusals,
    ],
    summary:
      'The phone’s signed answer to a code, with the certificate inside: confirmed or declined. To sign, Sign_Result is its JWS over the document, and Sign_Pdf its CMS over the PDF',
    rules: 'ACC-6, END-25',
    body: z.strictObject({
      QRID: qrIdSchema,
      SignedString: z.string().max(20_000),
      Sign_Result: z.string().max(20_000).optional(),
      Sign_Pdf: z.string().max(20_000).optional(),
    }),
    response: outcomeSchema.omit({ seq: true }),
  },
} as const satisfies Record<string, Call>
