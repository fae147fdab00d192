import { z } from 'zod'

/*
 * How the trading platform and this hall prove to each other who calls: a JWT signed by the caller's own key
 * (EdDSA with Ed25519, or ES256) that holds for one request and names all of it. An example is in
 * `src/server/platform/README.md`.
 */

/** `iss` of the hall's tokens and `aud` of the platform's, and the other way round. */
export const hallName = 'kaibiao'
export const platformName = 'trading-platform'

/** `typ` in the header: a token that sends somebody in makes no calls, and the other way round. */
export const callTokenType = 'kaibiao-call+jwt'
export const arrivalTokenType = 'kaibiao-arrival+jwt'

/** How long a token holds at most, in seconds from `iat`. */
export const callTokenSeconds = 60
export const arrivalTokenSeconds = 300

/** How far the two clocks may differ, in seconds. */
export const clockSkewSeconds = 30

export const signingAlgorithms = ['EdDSA', 'ES256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** `system` is the server's own clock in every log, `platform` the platform itself. */
export const accountCode = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((code) => code !== 'system' && code !== 'platform', 'is reserved')

const once = {
  iat: z.number().int(),
  exp: z.number().int(),
  /** Told apart for as long as the token holds: a second request with it is refused. */
  jti: z.string().min(8).max(100),
}

/** What a signed call says of itself, besides `iss` and `aud`. */
export const callClaims = z.object({
  ...once,
  method: z.enum(['GET', 'POST']),
  /** As sent, with its query: `/api/platform/tenders`. */
  path: z.string(),
  /** SHA-256 of the body's bytes in base64url; of no bytes where there is no body. */
  body: z.string(),
})

/** Whom the platform sends in (PLF-1), besides `iss` and `aud`. */
export const arrivalClaims = z.object({
  ...once,
  /** The account's code. */
  sub: accountCode,
  name: z.string().trim().min(1).max(300),
  /** The unit the person acts for: by it bidders are enrolled and openers lead. */
  unitCode: z.string().trim().min(1).max(60),
  /** The platform's own number for the user type; the variant says which of ours it is (ACC-14). */
  userType: z.number().int().min(0).max(9),
  /** The section the person is sent to. */
  guid: z.uuid(),
})
export type ArrivalClaims = z.infer<typeof arrivalClaims>
