import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyRequest } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import type { Clock } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import {
  type ArrivalClaims,
  arrivalClaims,
  arrivalTokenSeconds,
  arrivalTokenType,
  callClaims,
  callTokenSeconds,
  callTokenType,
  hallName,
  platformName,
} from '#protocol/signed-call.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { createTokenReader, type TokenProblem } from './token.ts'
import type { UsedTokens } from './used-tokens.ts'

/** Checks the trading platform's tokens: of its calls, and of the people who arrive from it (PLF-1). */
export interface PlatformAuthenticator {
  /** Hashes a request's body while it is read. Call it before anything reads the body. */
  hashBody(request: FastifyRequest): void
  /** Refuses a request that the platform did not sign. A form's body is checked later, by `bodyHolds`. */
  authenticate(request: FastifyRequest): Promise<Result<null, Refusal>>
  /** Reads the body of an authenticated request to its end, and refuses one that was not signed. */
  bodyHolds(request: FastifyRequest): Promise<Result<null, Refusal>>
  /** The person whom this token describes; uses the token up. */
  arrival(token: string): Promise<Result<ArrivalClaims, Refusal>>
}

/** The hash of a body while it is read, and the hash that the token names. */
interface Watched {
  readonly hash: Hash
  signed: string
}

export function createPlatformAuthenticator(
  keys: JSONWebKeySet,
  used: UsedTokens,
  clock: Clock,
): PlatformAuthenticator {
  const parties = { keys, clock, from: platformName, to: hallName }
  const readCall = createTokenReader({
    ...parties,
    type: callTokenType,
    seconds: callTokenSeconds,
    claims: callClaims,
  })
  const readArrival = createTokenReader({
    ...parties,
    type: arrivalTokenType,
    seconds: arrivalTokenSeconds,
    claims: arrivalClaims,
  })
  const watched = new WeakMap<FastifyRequest, Watched>()

  async function bodyHolds(request: FastifyRequest): Promise<Result<null, Refusal>> {
    const { raw } = request
    if (!raw.readableEnded && !raw.destroyed) {
      raw.resume()
      await Promise.race([once(raw, 'end'), once(raw, 'close')])
    }
    const body = watched.get(request)
    return body && body.hash.digest('base64url') === body.signed ? ok(null) : refuseCall('body')
  }

  return {
    hashBody(request) {
      const hash = createHash('sha256')
      watched.set(request, { hash, signed: '' })
      // While the stream is paused, the listener does not start it; the parser resumes it.
      request.raw.pause()
      request.raw.on('data', (chunk: Buffer) => hash.update(chunk))
    },

    async authenticate(request) {
      const token = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
      const read = await readCall(token)
      if (!read.ok) return refuseCall(read.error)
      const { method, path, body } = read.value
      if (method !== request.method) return refuseCall('method')
      if (path !== request.originalUrl) return refuseCall('path')
      const seen = watched.get(request)
      if (seen) seen.signed = body
      if (!request.isMultipart()) {
        const holds = await bodyHolds(request)
        if (!holds.ok) return holds
      }
      return (await used.use(read.value)) ? ok(null) : refuseCall('replayed')
    },

    bodyHolds,

    async arrival(token) {
      const read = await readArrival(token)
      if (!read.ok) return refuse('sign-on-refused', { reason: read.error })
      return (await used.use(read.value)) ? read : refuse('sign-on-refused', { reason: 'replayed' })
    },
  }
}

function refuseCall(reason: TokenProblem): Result<never, Refusal> {
  return refuse('call-not-signed', { reason })
}
