import type { IncomingMessage } from 'node:http'
import type { JSONWebKeySet } from 'jose'
import type { Clock } from '#lib/ports.ts'
import { platformCalls } from '#protocol/calls/platform.ts'
import { resultSchema, type SessionResult } from '#protocol/session-result.ts'
import { callClaims, callTokenSeconds, callTokenType, hallName, platformName } from '#protocol/signed-call.ts'
import { bodyHash, createTokenReader } from '#server/platform/token.ts'

/** The results that the platform has received, each once. */
export interface ResultDesk {
  readonly results: readonly SessionResult[]
  /** Number of requests, repeated and refused ones included. */
  readonly asked: () => number
  /** Takes a request and returns the status of its answer. */
  take(request: IncomingMessage): Promise<number>
}

/** Accepts results signed by the hall at `hallUrl`; its keys are fetched on the first request. */
export function createResultDesk(hallUrl: string, ports: SigningPorts = {}): ResultDesk {
  const taken = new Map<string, SessionResult>()
  const readSigned = signedBodies(hallUrl, ports)
  let asked = 0

  return {
    get results() {
      return [...taken.values()]
    },
    asked: () => asked,
    async take(request) {
      asked += 1
      const body = await readSigned(request)
      if (!body) return 401
      const result = resultSchema.safeParse(JSON.parse(body.toString()))
      if (!result.success || result.data.id !== request.headers['idempotency-key']) return 400
      taken.set(result.data.id, result.data)
      return 200
    },
  }
}

export interface SigningPorts {
  /** The hall's name. */
  readonly hall?: string
  readonly clock?: Clock
  readonly fetchKeys?: () => Promise<JSONWebKeySet>
}

/** Reads the bodies of requests signed by the hall; null for any other. */
export function signedBodies(
  hallUrl: string,
  { hall = hallName, clock = Date.now, fetchKeys = () => readHallKeys(hallUrl) }: SigningPorts = {},
): (request: IncomingMessage) => Promise<Buffer | null> {
  const used = new Set<string>()
  let keys: Promise<JSONWebKeySet> | null = null

  return async (request) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    keys ??= fetchKeys()
    const read = createTokenReader({
      ...{ keys: await keys, clock, from: hall, to: platformName },
      ...{ type: callTokenType, seconds: callTokenSeconds, claims: callClaims },
    })
    const token = await read(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!token.ok || used.has(token.value.jti)) return null
    used.add(token.value.jti)
    const { method, path, body: hash } = token.value
    return method === request.method && path === request.url && hash === bodyHash(body) ? body : null
  }
}

async function readHallKeys(hallUrl: string): Promise<JSONWebKeySet> {
  const answer = await fetch(hallUrl.replace(/\/$/, '') + platformCalls.getHallKeys.path)
  return platformCalls.getHallKeys.response.parse(await answer.json()) as unknown as JSONWebKeySet
}
