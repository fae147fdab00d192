import { z } from 'zod'

/*
 * The protocol between a page and the certificate helper on the user's machine (CER-1, CER-2): one JSON object with its
 * command by POST to `helperUrl`, one JSON object back. The helper answers only pages of its configured origins, and
 * uses a key only with its PIN.
 */

/** Browsers trust loopback addresses, so a page served by https may call it. */
export const helperOrigin = 'http://127.0.0.1:17856'
export const helperUrl = `${helperOrigin}/kaibiao/1`

const bytes = z.base64().max(200_000)
const pin = z.string().max(100)

/** Fields with a message of their own may be missing: the helper says which (CER-3). */
const text = z.string().max(200_000).default('')

/** A code on the screen that a phone with a certificate scans; `QRIntervalTime` in milliseconds (CER-2). */
const shownCode = z.object({
  QRID: z.string(),
  QRImageBsae64: z.base64(),
  QRExpireTime: z.iso.datetime(),
  QRIntervalTime: z.number().int(),
})
const code = z.string().max(100)

/** 0 waiting, 1 scanned, 2 finished: then `Data` is the result and `CertInfo` the certificate (base64). */
const scanResult = z.object({
  QRCodeStatus: z.literal([0, 1, 2]),
  Data: z.string().optional(),
  CertInfo: z.base64().optional(),
})

export const helperRequest = z.discriminatedUnion('command', [
  /** Lists the certificates; needs no PIN. */
  z.strictObject({ command: z.literal('list') }),
  /** Signs `data` with the key. */
  z.strictObject({ command: z.literal('sign'), id: z.string(), pin, data: bytes }),
  /** Unwraps a text that was wrapped to the certificate. */
  z.strictObject({ command: z.literal('unwrap'), id: z.string(), pin, wrapped: z.string().max(200_000) }),
  /** Signs the text of SourceString (the login's challenge) with the phone's certificate. */
  z.strictObject({ command: z.literal('scan_login'), SourceString: text }),
  z.strictObject({ command: z.literal('scan_loginresult'), QRID: code }),
  /** Signs the bytes of SourceString (base64) with this certificate. */
  z.strictObject({ command: z.literal('scan_sign'), SourceString: text, CertInfo: text }),
  z.strictObject({ command: z.literal('scan_signresult'), QRID: code }),
  /** Unwraps Data with this certificate. */
  z.strictObject({ command: z.literal('scan_decrypt'), Data: text, CertInfo: text }),
  z.strictObject({ command: z.literal('scan_decryptresult'), QRID: code }),
])
export type HelperRequest = z.output<typeof helperRequest>

export const helperAnswers = {
  /** DER. */
  list: z.object({ certificates: z.array(z.object({ id: z.string(), certificate: z.base64() })) }),
  /** Base64url. */
  sign: z.object({ signature: z.string() }),
  unwrap: z.object({ text: z.string() }),
  scan_login: shownCode,
  scan_loginresult: scanResult,
  scan_sign: shownCode,
  scan_signresult: scanResult,
  scan_decrypt: shownCode,
  scan_decryptresult: scanResult,
} as const satisfies Record<HelperRequest['command'], z.ZodType>

export type HelperAnswer<C extends HelperRequest['command']> = z.output<(typeof helperAnswers)[C]>

/** Why the helper refused, in `ResultMessage`. */
export const helperRefusal = z.object({
  Result: z.literal(false),
  code: z.enum([
    'bad-request',
    'unknown-certificate',
    'wrong-pin',
    'locked',
    'unwrap-failed',
    'source-missing',
    'data-missing',
    'certificate-missing',
    'unknown-code',
    'declined',
  ]),
  ResultMessage: z.string(),
})
export type HelperRefusal = z.infer<typeof helperRefusal>
