import { z } from 'zod'
import type { Call } from '../call.ts'
import { loginAnswer } from './access.ts'

const code = z.coerce.number().int().min(0).max(99)

/** Arriving from the trading platform. */
export const signOnCalls = {
  getOauth2ByJyxtToken: {
    method: 'GET',
    path: '/api/Oauth/getOauth2ByJyxtToken',
    auth: 'none',
    unsafe: true,
    refuses: ['sign-on-refused', 'sign-on-user-type', 'login-failed'],
    summary:
      'Logs in a person sent by the trading platform, by the token that it signed, and enters the section in the token. ' +
      'The region decides between GCLX and HangYeLeiBie, and between PBType and BidStage',
    rules: 'ACC-13 to ACC-16, PLF-1',
    query: z.strictObject({
      BDGuid: z.uuid(),
      token: z.string().min(1).max(4000),
      GCLX: code.optional(),
      HangYeLeiBie: code.optional(),
      userGuid: z.string().max(100).optional(),
      /** EnumUserType of the role (ACC-14). */
      UserType: code.optional(),
      PBType: code.optional(),
      BidStage: code.optional(),
      /** The user type as the platform numbers it. */
      jyUserType: code,
    }),
    response: z.strictObject({
      ...loginAnswer.shape,
      /** The section's authorization; null where it cannot be entered, with the reason. */
      oauth2: z.string().nullable(),
      refusal: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
      bidProjGuid: z.uuid(),
      dbGuid: z.uuid(),
      /** The current envelope, 1 or 2, and whether it is the first of two. */
      BidStage: z.number().int(),
      nowBidStage: z.number().int(),
      isTechReview: z.boolean(),
    }),
  },
} as const satisfies Record<string, Call>
