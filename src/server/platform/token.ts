import { createHash } from 'node:crypto'
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import type { z } from 'zod'
import type { Clock } from '#lib/ports.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { cleanTexts } from '#lib/text.ts'
import { clockSkewSeconds, signingAlgorithms } from '#protocol/signed-call.ts'
import type { SigningKey } from './keys.ts'

/** Why a token is refused. For the platform's developers; people who arrive only read that it was refused. */
export type TokenProblem =
  | 'missing'
  | 'not connected'
  | 'signature'
  | 'audience'
  | 'expired'
  | 'claims'
  | 'method'
  | 'path'
  | 'body'
  | 'replayed'

/** SHA-256 of a body, base64url, as in the claims of a signed call. */
export function bodyHash(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** Signs a token from one party to the other. `claims` has `iat` and `exp`, in seconds. */
export function signToken(
  key: SigningKey,
  type: string,
  parties: { readonly from: string; readonly to: string },
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  return new SignJWT({ ...claims, iss: parties.from, aud: parties.to })
    .setProtectedHeader({ alg: key.algorithm, typ: type })
    .sign(key.privateKey)
}

/**
 * Checks tokens of one type: signature with an algorithm of the key, issuer, audience, type, and that the token was
 * issued now, within the clock skew, for `seconds` at most. Repeated use is checked by `UsedTokens`.
 */
export function createTokenReader<S extends z.ZodType<{ iat: number; exp: number }>>(expected: {
  readonly keys: JSONWebKeySet
  readonly type: string
  readonly from: string
  readonly to: string
  readonly seconds: number
  readonly claims: S
  readonly clock: Clock
}): (token: string) => Promise<Result<z.output<S>, TokenProblem>> {
  const { keys, type, from, to, seconds, claims, clock } = expected
  const keyFor = createLocalJWKSet(keys)

  return async (token) => {
    if (token === '') return err('missing')
    if (keys.keys.length === 0) return err('not connected')
    try {
      const { payload } = await jwtVerify(token, keyFor, {
        algorithms: [...signingAlgorithms],
        typ: type,
        issuer: from,
        audience: to,
        maxTokenAge: seconds,
        clockTolerance: clockSkewSeconds,
        currentDate: new Date(clock()),
        requiredClaims: ['exp', 'iat', 'jti'],
      })
      const read = claims.safeParse(cleanTexts(payload))
      if (!read.success || read.data.exp - read.data.iat > seconds) return err('claims')
      return ok(read.data)
    } catch (error) {
      return err(problemOf(error))
    }
  }
}

function problemOf(error: unknown): TokenProblem {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud' || error.claim === 'iss') return 'audience'
    return error.claim === 'iat' ? 'expired' : 'claims'
  }
  if (error instanceof errors.JOSEError) return 'signature'
  throw error
}
