import { randomUUID } from 'node:crypto'
import type { Clock } from '#lib/ports.ts'
import { callTokenSeconds, callTokenType, platformName } from '#protocol/signed-call.ts'
import type { HallKey } from './hall-key.ts'
import { bodyHash, signToken } from './token.ts'

/** Without an answer within this time the attempt has failed. */
const answerMilliseconds = 15_000

export interface SignedPostParts {
  readonly key: HallKey
  readonly hallName: string
  readonly clock: Clock
  readonly fetch: typeof fetch
}

/** Posts JSON to the trading platform, signed by the hall; `id` becomes the Idempotency-Key. */
export async function signedPost(
  { key, hallName, clock, fetch }: SignedPostParts,
  url: string,
  body: string,
  id: string,
): Promise<Response> {
  const { pathname, search } = new URL(url)
  const iat = Math.floor(clock() / 1000)
  const token = await signToken(
    key.signing,
    callTokenType,
    { from: hallName, to: platformName },
    {
      ...{ iat, exp: iat + callTokenSeconds, jti: randomUUID() },
      ...{ method: 'POST', path: pathname + search, body: bodyHash(body) },
    },
  )
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': id,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(answerMilliseconds),
  })
}
