import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyRequest } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import type { z } from 'zod'
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
  platformName,
} from '#protocol/signed-call.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { createTokenReader, type TokenProblem } from './token.ts'
import type { UsedTokens } from './used-tokens.ts'

/** Checks the trading platform's tokens: of its calls, and of the people who arrive from it (PLF-1). */
export interface PlatformAuthenticator {
  /**
   * Refuses a request whose head the platform did not sign; the body of another is hashed while it is read. Call it
   * before anything reads the body.
   */
  authenticate(request: FastifyRequest): Promise<Result<null, Refusal>>
  /**
   * Refuses an authenticated request with a body that was not signed, and one that was made before. A form's body is
   * checked later, by `bodyHolds`.
   */
  accept(request: FastifyRequest): Promise<Result<null, Refusal>>
  /** Reads the body of an authenticated request to its end, and refuses one that was not signed. */
  bodyHolds(request: FastifyRequest): Promise<Result<null, Refusal>>
  /** The person whom this token describes; uses the token up. */
  arrival(token: string): Promise<Result<ArrivalClaims, Refusal>>
}

/** The hash of a body while it is read, and what the token says. */
interface Watched {
  readonly hash: Hash
  readonly claims: z.output<typeof callClaims>
}

interface Parts {
  /** The platform's. */
  readonly keys: JSONWebKeySet
  readonly used: UsedTokens
  readonly clock: Clock
  /** What is signed for another hall of the same platform is refused here. */
  readonly hallName: string
}

export function createPlatformAuthenticator({ keys, used, clock, hallName }: Parts): PlatformAuthenticator {
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
    return body && body.hash.digest('base64url') === body.claims.body ? ok(null) : refuseCall('body')
  }

  return {
    async authenticate(request) {
      const token = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
      const read = await readCall(token)
      if (!read.ok) return refuseCall(read.error)
      const { method, path } = read.value
      if (method !== request.method) return refuseCall('method')
      if (path !== request.originalUrl) return refuseCall('path')
      const hash = createHash('sha256')
      watched.set(request, { hash, claims: read.value })
      // While the stream is paused, the listener does not start it; the parser resumes it.
      request.raw.pause()
      request.raw.on('data', (chunk: Buffer) => hash.update(chunk))
      return ok(null)
    },

    async accept(request) {
      const claims = watched.get(request)?.claims
      if (!claims) throw new Error('a request was accepted that was not authenticated')
      if (!request.isMultipart()) {
        const holds = await bodyHolds(request)
        if (!holds.ok) return holds
      }
      return (await used.use(claims)) ? ok(null) : refuseCall('replayed')
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
