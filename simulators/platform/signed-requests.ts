import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Clock } from '#lib/ports.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import { callTokenSeconds, callTokenType, hallName, platformName } from '#protocol/signed-call.ts'
import { signingKey } from '#server/platform/keys.ts'
import { bodyHash, signToken } from '#server/platform/token.ts'
import { queryText } from '../client/http-client.ts'

/** The calls that only the platform may make. */
export type PlatformCall = {
  [N in CallName]: (typeof calls)[N] extends { auth: 'platform' } ? N : never
}[CallName]
export type PlatformInput<N extends CallName, K extends 'body' | 'query'> = (typeof calls)[N] extends {
  [P in K]: infer S extends z.ZodType
}
  ? z.input<S>
  : undefined

export interface SignedRequest<N extends CallName> {
  readonly body?: PlatformInput<N, 'body'> | FormData
  readonly query?: PlatformInput<N, 'query'>
  /** Idempotency-Key. */
  readonly key: string
}

export interface SignedRequestOptions {
  /** The hall's address, such as http://127.0.0.1:3000 */
  readonly url: string
  /** The name that the hall goes by (`HALL_NAME`). */
  readonly hall?: string
  /** The platform's private key, PKCS#8 in PEM. */
  readonly key: string
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  readonly randomId?: () => string
  /** Time-out of the retries of a call without an answer, in milliseconds. */
  readonly timeoutMs?: number
}

const retryMilliseconds = 200

/** Makes calls that carry a token signed by the platform. */
export function createSignedRequests(options: SignedRequestOptions) {
  const {
    hall = hallName,
    clock = Date.now,
    randomId = () => crypto.randomUUID(),
    timeoutMs = 60_000,
  } = options
  const send = options.fetch ?? fetch
  const base = options.url.replace(/\/$/, '')
  const key = signingKey(options.key)

  function sign(type: string, seconds: number, claims: Readonly<Record<string, unknown>>): Promise<string> {
    const iat = Math.floor(clock() / 1000)
    const once = { iat, exp: iat + seconds, jti: randomId() }
    return signToken(key, type, { from: platformName, to: hall }, { ...once, ...claims })
  }

  /** Makes a call once, and returns the answer whatever it is. */
  async function ask<N extends PlatformCall>(name: N, request: SignedRequest<N>): Promise<Response> {
    const { method, path } = calls[name]
    const target = path + queryText(request.query)
    const { bytes, mediaType } = await bodyOf(request.body)
    const claims = { method, path: target, body: bodyHash(bytes) }
    const headers: Record<string, string> = {
      authorization: `Bearer ${await sign(callTokenType, callTokenSeconds, claims)}`,
      'idempotency-key': request.key,
    }
    if (mediaType) headers['content-type'] = mediaType
    return send(base + target, { method, headers, ...(mediaType ? { body: bytes } : {}) })
  }

  /** Retries under one Idempotency-Key until the hall answers; a refusal is an error whose `cause` has its code. */
  async function call<N extends PlatformCall>(
    name: N,
    request: Omit<SignedRequest<N>, 'key'> & { readonly key?: string },
  ): Promise<z.output<(typeof calls)[N]['response']>> {
    const signed = { key: randomId(), ...request } as SignedRequest<N>
    const givenUp = performance.now() + timeoutMs
    for (;;) {
      const answer = await ask(name, signed).catch((error: unknown) => {
        if (performance.now() > givenUp) throw error
        return null
      })
      if (answer && (answer.status < 500 || performance.now() > givenUp)) {
        return calls[name].response.parse(await readAnswer(name, answer)) as never
      }
      await sleep(retryMilliseconds)
    }
  }

  return { base, hall, sign, ask, call }
}

async function bodyOf(body: unknown): Promise<{ bytes: Uint8Array<ArrayBuffer>; mediaType: string | null }> {
  if (body === undefined) return { bytes: new Uint8Array(), mediaType: null }
  const whole = body instanceof FormData ? new Response(body) : Response.json(body)
  return { bytes: new Uint8Array(await whole.arrayBuffer()), mediaType: whole.headers.get('content-type') }
}

async function readAnswer(name: CallName, answer: Response): Promise<unknown> {
  const json = await answer.json()
  if (answer.ok) return json
  const { code, message } = json
  throw new Error(`${name} refused: ${answer.status} ${code} ${message}`, {
    cause: { status: answer.status, code: String(code), message: String(message) },
  })
}
