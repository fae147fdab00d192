import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createEvaluationDesk } from './evaluation-desk.ts'
import { signingKey } from './keys.ts'

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const asked = { BDGuid: '7d0f8d3e-3d5b-4a53-9b34-6d9f3e6f2b11', EntprsCode: 'B0001' }

function desk(answer: () => Promise<Response>, url: string | null = 'http://platform/evaluation?a=1') {
  const requests: RequestInit[] = []
  const fetch = (async (_url, request) => {
    requests.push(request ?? {})
    return answer()
  }) as typeof globalThis.fetch
  const key = { signing: signingKey(pem), publicJwk: {} }
  const ask = createEvaluationDesk({
    url,
    key,
    hallName: 'hall',
    fetch,
    clock: Date.now,
    logger: pino({ level: 'silent' }),
  })
  return { requests, ask }
}

const page = { evaluated: false, url: 'https://platform.example/page' }

test('[EVA-3] the evaluation system is asked in a signed call', async () => {
  const { ask, requests } = desk(async () => Response.json(page))
  expect(await ask(asked)).toEqual(page)
  expect(requests[0]?.body).toBe(JSON.stringify(asked))
  expect(new Headers(requests[0]?.headers).get('authorization')).toMatch(/^Bearer ey/)
})

test.each([
  ['fails', async () => Promise.reject(new TypeError('fetch failed'))],
  ['refuses', async () => new Response('', { status: 500 })],
  ['answers something else', async () => Response.json({ evaluated: 'no' })],
  ['names a page of another kind', async () => Response.json({ ...page, url: 'javascript:alert(1)' })],
] as const)('an evaluation system that %s has given no answer', async (_name, answer) => {
  expect(await desk(answer).ask(asked)).toBeNull()
})

test('without an evaluation system nothing is asked', async () => {
  const { ask, requests } = desk(async () => Response.json(page), null)
  expect(await ask(asked)).toBeNull()
  expect(requests).toEqual([])
})
