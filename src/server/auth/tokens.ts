import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '#lib/ports.ts'

/**
 * Tokens are short JWTs that name a login; the login's row decides whether they still count. A user's token
 * names no section; the authorization of a section (oauth2, S1 §3) does, with userType and bidFileId in it.
 */
const claimsSchema = z.object({
  login: z.uuid(),
  session: z.uuid().nullable(),
  userType: z.number().int(),
  bidFileId: z.uuid().nullable(),
})
export type Claims = z.infer<typeof claimsSchema>

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

  /** The claims of a token of ours; null for anything else. */
  async function read(token: string): Promise<Claims | null> {
    try {
      const options = { issuer, audience: issuer, algorithms: ['HS256'], currentDate: new Date(clock()) }
      const { payload } = await jwtVerify(token, secret, options)
      return claimsSchema.parse(payload)
    } catch {
      return null
    }
  }

  return { issue, read }
}

export type Tokens = ReturnType<typeof createTokens>
