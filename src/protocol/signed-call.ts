import { z } from 'zod'

/*
 * How the trading platform and this hall authenticate calls to each other: a JWT signed by the caller's key (EdDSA with
 * Ed25519, or ES256), which is valid for one request and covers all of it. An example is in `src/server/platform/README.md`.
 */

/** `iss` of the hall's tokens, `aud` of the platform's: of a hall that has no name of its own (`HALL_NAME`). */
export const hallName = 'kaibiao'
export const platformName = 'trading-platform'

/** `typ` in the header; tokens of calls and of arrivals are not interchangeable. */
export const callTokenType = 'kaibiao-call+jwt'
export const arrivalTokenType = 'kaibiao-arrival+jwt'

/** Longest validity of a token, in seconds from `iat`. */
export const callTokenSeconds = 60
export const arrivalTokenSeconds = 300

/** Allowed difference of the two clocks, in seconds. */
export const clockSkewSeconds = 30

export const signingAlgorithms = ['EdDSA', 'ES256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** Reserved names: `system` is the server's clock in every log, `platform` the platform. */
export const accountCode = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((code) => code !== 'system' && code !== 'platform', 'is reserved')

const once = {
  iat: z.number().int(),
  exp: z.number().int(),
  /** Remembered while the token is valid: a second request with it is refused. */
  jti: z.string().min(8).max(100),
}

/** Claims of a signed call, besides `iss` and `aud`. */
export const callClaims = z.object({
  ...once,
  method: z.enum(['GET', 'POST']),
  /** Path with its query: `/api/platform/tenders`. */
  path: z.string(),
  /** SHA-256 of the body's bytes in base64url; of no bytes without a body. */
  body: z.string(),
})

/** Claims of an arrival (PLF-1), besides `iss` and `aud`. */
export const arrivalClaims = z.object({
  ...once,
  /** The account's code. */
  sub: accountCode,
  name: z.string().trim().min(1).max(300),
  /** The person's unit, by which bidders are enrolled and openers lead. */
  unitCode: z.string().trim().min(1).max(60),
  /** The platform's user type; the variant maps it to ours (ACC-14). */
  userType: z.number().int().min(0).max(9),
  /** The section the person is sent to. */
  guid: z.uuid(),
})
export type ArrivalClaims = z.infer<typeof arrivalClaims>
