import { z } from 'zod'
import type { Call } from '../call.ts'

const pixels = z.number().min(-1000).max(1000)

/** The slide puzzle before a login by account (ACC-2). */
export const captchaCalls = {
  getCaptcha: {
    method: 'GET',
    path: '/api/Oauth/getCaptcha',
    auth: 'none',
    summary: 'A picture with a piece cut out, both as data URLs, with sizes in pixels; allows one attempt',
    rules: 'ACC-2',
    response: z.strictObject({
      captchaId: z.uuid(),
      background: z.string(),
      piece: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      pieceWidth: z.number().int(),
      /** Top of the piece's path, from above. */
      pieceY: z.number().int(),
      expiresAt: z.iso.datetime(),
    }),
  },
  checkCaptcha: {
    method: 'POST',
    path: '/api/Oauth/checkCaptcha',
    auth: 'none',
    refuses: ['captcha-wrong', 'captcha-expired'],
    summary:
      'Checks where the piece was released, from the left, and its track with times in milliseconds; answers with a ' +
      'token for one login by account',
    rules: 'ACC-2',
    body: z.strictObject({
      captchaId: z.uuid(),
      x: pixels,
      track: z.array(z.strictObject({ x: pixels, y: pixels, t: z.number().min(0) })).max(2000),
    }),
    response: z.strictObject({ captchaToken: z.string() }),
  },
} as const satisfies Record<string, Call>
