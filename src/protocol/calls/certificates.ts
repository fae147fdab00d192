import { z } from 'zod'
import type { Call } from '../call.ts'
import { certificateLoginRefusals, loginAnswer } from './access.ts'

/** Logging in by certificate (ACC-4); the login itself is `getOauth1`. */
export const certificateCalls = {
  CAGetCaToken: {
    method: 'GET',
    path: '/api/KB_Local/CAGetCaToken',
    auth: 'none',
    summary:
      'Challenge for one login by certificate; the certificate signs its UTF-8 bytes. SignedString is base64url: ECDSA with ' +
      'SHA-256 (P-256), RSASSA-PKCS1-v1_5 with SHA-256 (RSA) or SM2 with SM3; r and s as 64 bytes or as DER',
    rules: 'ACC-4',
    response: z.strictObject({ Token: z.string(), expiresAt: z.iso.datetime() }),
  },
  licenseLogin: {
    method: 'POST',
    path: '/api/Oauth/licenseLogin',
    auth: 'none',
    refuses: certificateLoginRefusals,
    summary: 'Login by electronic business licence: the signed challenge with the licence’s certificate',
    rules: 'ACC-5',
    body: z.strictObject({
      UserGuid: z.string().max(100).optional(),
      LoginType: z.coerce.number().pipe(z.literal(1)),
      /** The variant's `userTypes.licenceLogin` (ACC-5). */
      EnumUserType: z.coerce.number().int(),
      CertBase64: z.string().min(1).max(20_000),
      UserCode: z.string().max(100).default(''),
      Token: z.string().max(200),
      SignedString: z.string().max(20_000),
    }),
    response: loginAnswer,
  },
} as const satisfies Record<string, Call>
