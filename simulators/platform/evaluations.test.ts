import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvaluationDesk } from '#server/platform/evaluation-desk.ts'
import { signingKey } from '#server/platform/keys.ts'
import { createEvaluationSystem } from './evaluations.ts'

/* The hall's desk against the simulated evaluation system, over HTTP. */

const { privateKey } = generateKeyPairSync('ed25519')
const signing = signingKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
const publicJwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' }
const asked = { BDGuid: '7d0f8d3e-3d5b-4a53-9b34-6d9f3e6f2b11', EntprsCode: 'B0001' }
const hall = 'hall of a test'
const system = createEvaluationSystem('http://hall', {
  hall,
  fetchKeys: async () => ({ keys: [publicJwk] }),
})

let server: Server
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    void system.answer(request, `${url}/evaluate`).then((answer) => {
      response.statusCode = answer ? 200 : 401
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))

test('[EVA-3] a bidder evaluates once on a page of their own', async () => {
  const parts = { key: { signing, publicJwk }, fetch, clock: Date.now, logger: pino({ level: 'silent' }) }
  const ask = createEvaluationDesk({
    hallName: hall,
    ...parts,
    url: `${url}/evaluation`,
  })
  const before = await ask(asked)
  expect(before?.evaluated).toBe(false)
  const page = new URL(before?.url ?? '')
  expect(system.page(page.searchParams, 'zh-CN')).toContain('提交评价')
  expect(system.page(page.searchParams, 'en')).toContain('Submit the evaluation')
  system.take(page.searchParams)
  expect(await ask(asked)).toEqual({ evaluated: true, url: null })
  expect(system.page(page.searchParams, 'zh-CN')).toContain('该项目已参与评价！')
  expect((await ask({ ...asked, EntprsCode: 'B0002' }))?.evaluated).toBe(false)
})

test('a request that the hall has not signed is refused', async () => {
  const answer = await fetch(`${url}/evaluation`, { method: 'POST', body: JSON.stringify(asked) })
  expect(answer.status).toBe(401)
})
