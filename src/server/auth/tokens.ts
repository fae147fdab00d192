import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '#lib/ports.ts'

/**
 * Tokens are JWTs that name a login; the login's row decides whether they are still accepted. A user's token names no
 * section; the authorization of a section (oauth2, ACC-16) names it with userType and bidFileId.
 */
const claimsSchema = z.object({
  login: z.uuid(),
  session: z.uuid().nullable(),
  userType: z.number().int(),
  bidFileId: z.uuid().nullable(),
})
export type Claims = z.infer<typeof claimsSchema>

/** `expiresAt` in epoch milliseconds. */
export type ReadToken = Claims & { readonly expiresAt: number }

const issuer = 'kaibiao'

export function createTokens(secret: Uint8Array, clock: Clock) {
  function issue(claims: Claims, expiresAt: Date): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt(Math.floor(clock() / 1000))
      .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
      .sign(secret)
  }

  /** The claims of a valid token of this server, and its end; null for anything else. */
  const read = (token: string) => verify(token, new Date(clock()))

  /** Like `read`, but accepts expired tokens: for renewal, never for authentication. */
  const readExpired = (token: string) => verify(token, new Date(0))

  async function verify(token: string, currentDate: Date): Promise<ReadToken | null> {
    try {
      const options = { issuer, audience: issuer, algorithms: ['HS256'], currentDate }
      const { payload } = await jwtVerify(token, secret, options)
      return { ...claimsSchema.parse(payload), expiresAt: (payload.exp ?? 0) * 1000 }
    } catch {
      return null
    }
  }

  return { issue, read, readExpired }
}

export type Tokens = ReturnType<typeof createTokens>
