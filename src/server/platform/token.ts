import { createHash } from 'node:crypto'
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import type { z } from 'zod'
import type { Clock } from '#lib/ports.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { clockSkewSeconds, signingAlgorithms } from '#protocol/signed-call.ts'
import type { SigningKey } from './keys.ts'

/** Why a token is refused; for whoever connects a platform, the people sent in only hear that it is. */
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

/** SHA-256 of a body's bytes as a signed call names it. */
export function bodyHash(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** Signs what one side says to the other. `claims` has `iat` and `exp`, in seconds. */
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
 * Checks tokens of one kind: the other side's key and no other algorithm than its own, issuer, audience, type, and
 * that it was made now, within the clocks' skew, to hold no longer than `seconds`. Whether it was used before is
 * another question.
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
      const read = claims.safeParse(payload)
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
