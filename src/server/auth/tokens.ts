import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { SignJWT } from 'jose'
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

const signedSchema = claimsSchema.extend({
  iss: z.literal(issuer),
  aud: z.literal(issuer),
  /** Epoch seconds. */
  exp: z.number().int(),
})

const header = { alg: 'HS256' }
/** Every token of this server begins so; no other algorithm is ever tried. */
const encodedHeader = Buffer.from(JSON.stringify(header)).toString('base64url')

export function createTokens(secret: Uint8Array, clock: Clock) {
  const key = createSecretKey(secret)

  function issue(claims: Claims, expiresAt: Date): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader(header)
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt(Math.floor(clock() / 1000))
      .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
      .sign(secret)
  }

  /** The claims of a valid token of this server, and its end; null for anything else. */
  const read = async (token: string) => verify(token, clock())

  /** Like `read`, but accepts expired tokens: for renewal, never for authentication. */
  const readExpired = async (token: string) => verify(token, 0)

  /** In this thread: after an outage thousands come at once, and the library gives each to the thread pool twice. */
  function verify(token: string, now: number): ReadToken | null {
    const [begin, body = '', signature = '', ...rest] = token.split('.')
    if (begin !== encodedHeader || rest.length > 0 || !isSigned(body, signature)) return null
    const signed = signedSchema.safeParse(claimsIn(body))
    if (!signed.success || signed.data.exp * 1000 <= now) return null
    const { login, session, userType, bidFileId, exp } = signed.data
    return { login, session, userType, bidFileId, expiresAt: exp * 1000 }
  }

  function isSigned(body: string, signature: string): boolean {
    const shown = Buffer.from(signature)
    const right = Buffer.from(
      createHmac('sha256', key).update(`${encodedHeader}.${body}`).digest('base64url'),
    )
    return shown.length === right.length && timingSafeEqual(shown, right)
  }

  return { issue, read, readExpired }
}

export type Tokens = ReturnType<typeof createTokens>

/** The claims of a signed body; this server may have signed other things with the same secret. */
function claimsIn(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString())
  } catch {
    return null
  }
}
