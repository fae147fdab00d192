import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '#lib/version.ts'
import { calls } from '#protocol/calls.ts'
import { createKeyPair } from '#seal/layers.ts'
import { describeApi } from '#server/transport/describe-api.ts'
import { failureOf, fileForm } from '#simulators/client/http-client.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { sealAndSubmit, sealFor } from '#simulators/fixtures/bids.ts'
import { accountOf, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'
import { damageStoredFile } from './opening-steps.ts'

let hall: Hall

beforeAll(async () => {
  hall = await openHall({ environment: { OPERATOR_PORT: '0' } })
})
afterAll(() => hall.close())

const ask = (path: string, init?: RequestInit) => fetch(`${hall.http.url}${path}`, init)
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

test('[HEA-1] the health check says to anybody that all is well, and nothing else', async () => {
  const answer = await ask('/healthz')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    ...{ status: 'ok', version, time: expect.any(String) },
    clockAheadMilliseconds: expect.any(Number),
  })
  expect((await ask('/metrics')).headers.get('content-type')).toMatch(/^text\/html/)
})

test('[HEA-2] the operator’s port has the figures of the running node', async () => {
  const operator = /Health and metrics at (\S+)/.exec(hall.output())?.[1]
  const health = await (await fetch(`${operator}/healthz`)).json()
  expect(health).toMatchObject({
    ...{ status: 'ok', takesCommands: true, version, queues: { bidFiles: 0, reports: 0, results: 0 } },
    database: { replica: null },
  })
  expect(health.disk.freeBytes).toBeGreaterThan(0)
  const metrics = await (await fetch(`${operator}/metrics`)).text()
  expect(metrics).toMatch(/^kaibiao_answers_total\{status="2xx"\} [1-9]/m)
})

test('[REST-1] the API description has every call of the contract table, and every field of its input', async () => {
  const document = await (await ask('/api/openapi.json')).json()
  expect(document.openapi).toMatch(/^3\.1/)
  for (const [name, call] of Object.entries(calls)) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()]
    expect(operation?.operationId, name).toBe(name)
    expect(operation.responses['200'].content, name).toBeDefined()
    if ('body' in call && call.body)
      expect(operation.requestBody.content['application/json'].schema.properties, name).toBeDefined()
    if ('form' in call) expect(operation.requestBody.content['multipart/form-data'], name).toBeDefined()
    if ('query' in call) expect(operation.parameters.length, name).toBeGreaterThan(0)
    expect(operation.security, name).toEqual(call.auth === 'none' ? [] : [{ [call.auth]: [] }])
  }
  // Two calls may share a path by their methods.
  const paths = new Set([...Object.values(calls).map(({ path }) => path), '/healthz'])
  expect(Object.keys(document.paths).sort()).toEqual([...paths].sort())
  expect(document, 'what `npm run check` lints').toEqual(await describeApi())
})

test('the API page is there to be read', async () => {
  const answer = await ask('/api/docs')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Kaibiao API')
})

test.each(['/', '/hall', '/healthz', '/api/nowhere'])(
  '%s comes with a strict content policy and no sniffing',
  async (path) => {
    const { headers } = await ask(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self'(;| 'nonce)/)
    expect(policy).not.toMatch(/(script-src|style-src) [^;]*unsafe-inline/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test.each([
  ['a call', '/api/KB_Local/getServerTimeNoauth', 200],
  ['a refused call', '/api/KB_Local/getBidProj', 401],
])('%s comes with a policy under which nothing runs', async (_, path, status) => {
  const answer = await ask(path)
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
})

test('[REST-2] [REST-11] an unknown path is answered with the prescribed fields in the caller’s language', async () => {
  const answer = await ask('/api/KB_Local/noSuchCall', { headers: { 'accept-language': 'en' } })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    Result: false,
    code: 'unknown-call',
    ResultMessage: 'There is no such call: GET /api/KB_Local/noSuchCall',
  })
})

test('a field that the contract does not know is refused by name', async () => {
  const answer = await ask('/api/Oauth/getOauth1', json({ UserCode: 'x', PwdEnc: 'y', Extra: 1 }))
  expect(answer.status).toBe(400)
  expect(JSON.stringify(await answer.json())).toContain('Extra')
})

test('paths are found whatever their case', async () => {
  expect((await ask('/api/kb_local/GETSERVERTIMENOAUTH')).status).toBe(200)
})

test('[ACC-1] a missing account or password is refused with the prescribed texts', async () => {
  const without = await ask('/api/Oauth/getOauth1', json({ UserCode: '  ', PwdEnc: 'x' }))
  expect(await without.json()).toMatchObject({ code: 'account-missing', message: '请填写账号' })
  const empty = await ask('/api/Oauth/getOauth1', json({ UserCode: 'somebody' }))
  expect(await empty.json()).toMatchObject({ code: 'password-missing', message: '请填写密码' })
})

test('[ACC-12] after a logout the token and the section’s authorization are invalid', async () => {
  const { session, opensAt } = await publishFor(hall, [], 60)
  await hall.clock.leapTo(opensAt)
  const opener = await accountOf(hall, 'opener')
  const { oauth2 } = await opener.call('getProjectAuthorization', {
    body: { bidProjGuid: session, dbGuid: session },
  })
  const flow = () => ask('/api/KB_Local/getKBFlowStatus', { headers: { authorization: `Bearer ${oauth2}` } })
  expect((await flow()).status).toBe(200)
  await opener.call('logout')
  expect((await flow()).status).toBe(401)
})

test('[BID-12] [BID-13] a bid is accepted complete, from its own bidder, until the opening time, each under an id of its own', async () => {
  const authority = await testAuthority()
  const [one, two] = [await bidderOf(hall, authority), await bidderOf(hall, authority)]
  const { session, opensAt } = await publishFor(hall, [one, two], 60)
  const bid = { figures: { price: '12.34' }, files: [], certificate: one.certificate.helper }
  const opened = await submitUnder(randomUUID(), one, session)
  const before = await keptFiles()
  await Promise.all(Array.from({ length: 4 }, () => submitUnder(randomUUID(), one, session)))
  // [BID-12] Each replaced the one before, whichever order they came in.
  expect(await keptFiles()).toHaveLength(before.length)
  const first = await sealAndSubmit(one.account, session, bid)
  const second = await sealAndSubmit(one.account, session, bid)
  expect(second.fileId).not.toBe(first.fileId)
  const info = await one.account.call('getSealingInfo', { query: { BDGuid: session } })
  expect(info.bidFiles[0]?.submitted?.bidFileId).toBe(second.fileId)

  await expect(sealAndSubmit(two.account, session, bid)).rejects.toThrow('certificate-mismatch')
  const forged = fileForm(
    { BDGuid: session, manifest: 'a.b.c' },
    { name: 'x.kbid', bytes: new Uint8Array(100) },
  )
  await expect(one.account.call('submitBidFile', { body: forged })).rejects.toThrow('manifest-invalid')

  await hall.clock.leapTo(opensAt)
  await refusesOtherBids(one, session, opened)
  const late = await sealAndSubmit(one.account, session, bid).catch(
    (error: unknown) => failureOf(error)?.code,
  )
  expect(late).toBe('submission-closed')
  const opener = await enterSession(await accountOf(hall, 'opener'), session)
  await opener.until((state) => state.order.length === 2, 'both bidders')
  expect(opener.state().bidders[one.account.unitCode]?.files.technical?.submission.fileId).toBe(second.fileId)
  opener.close()
})

/** The hashes of all stored files. */
const keptFiles = () =>
  hashesOf(async () => (await readdir(join(hall.dataDir, 'files'), { recursive: true })).sort())

type Bidder = Awaited<ReturnType<typeof bidderOf>>

/** A new bid, submitted under a key. */
async function submitUnder(key: string, { account, certificate }: Bidder, session: string) {
  const info = await account.call('getSealingInfo', { query: { BDGuid: session } })
  const { bdbh: sectionCode, EntprsCode: unitCode, sessionRecipient } = info
  const bid = { figures: { price: '56.78' }, files: [], certificate: certificate.helper }
  const sealed = await sealFor({ guid: session, sectionCode, unitCode, sessionRecipient }, bid)
  const file = { name: sealed.fileName, bytes: sealed.ciphertext }
  const submit = (under: string) =>
    account.call('submitBidFile', {
      key: under,
      body: fileForm({ BDGuid: session, manifest: sealed.manifest }, file),
    })
  return { key, receipt: await submit(key).catch((error: unknown) => failureOf(error)?.code), submit }
}

/** Too late, nothing under a used id gets a receipt but what it was used for; nothing else is kept. */
async function refusesOtherBids(
  one: Bidder,
  session: string,
  { key, receipt, submit }: Awaited<ReturnType<typeof submitUnder>>,
): Promise<void> {
  const before = await keptFiles()
  expect(receipt).toMatchObject({ Result: true })
  expect(await submit(key)).toEqual(receipt)
  expect((await submitUnder(key, one, session)).receipt).toBe('command-id-used')
  expect(await keptFiles()).toEqual(before)
}

test('[BID-12] a bid that was accepted is answered so where the bytes that it replaces cannot be deleted', async () => {
  const one = await bidderOf(hall, await testAuthority())
  const { session } = await publishFor(hall, [one], 600)
  const bid = { figures: { price: '12.34' }, files: [], certificate: one.certificate.helper }
  await sealAndSubmit(one.account, session, bid)
  const before = await one.account.call('getSealingInfo', { query: { BDGuid: session } })
  const { path } = damageStoredFile(hall, before.bidFiles[0]?.submitted?.ciphertextHash ?? '')
  // A folder is not deleted as a file is.
  rmSync(path)
  mkdirSync(path)
  const second = await sealAndSubmit(one.account, session, bid)
  const info = await one.account.call('getSealingInfo', { query: { BDGuid: session } })
  expect(info.bidFiles[0]?.submitted?.bidFileId).toBe(second.fileId)
  rmSync(path, { recursive: true })
})

test('[BID-10] a bid file has its bidder’s key if the tender asks for encryption, and none otherwise', async () => {
  const one = await bidderOf(hall, await testAuthority())
  const bid = { figures: { price: '12.34' }, files: [], certificate: one.certificate.helper }
  for (const encrypted of [true, false]) {
    const { session } = await publishFor(hall, [one], 600, { encrypted })
    const info = await one.account.call('getSealingInfo', { query: { BDGuid: session } })
    expect(info.encrypted).toBe(encrypted)
    const { bdbh: sectionCode, EntprsCode: unitCode, sessionRecipient } = info
    const section = { guid: session, sectionCode, unitCode, sessionRecipient }
    const wrong = await sealFor({ ...section, encrypted: !encrypted }, bid)
    const body = fileForm(
      { BDGuid: session, manifest: wrong.manifest },
      { name: 'x.kbid', bytes: wrong.ciphertext },
    )
    await expect(one.account.call('submitBidFile', { body })).rejects.toThrow(
      encrypted ? 'bid-not-encrypted' : 'bids-not-encrypted',
    )
    const { fileKeys } = await sealAndSubmit(one.account, session, bid)
    expect(Object.keys(fileKeys)).toHaveLength(encrypted ? 1 : 0)
  }
})

test('[BID-2] [BID-11] each envelope has its own key and each kind its own suffix; others are refused', async () => {
  const one = await bidderOf(hall, await testAuthority())
  const { session } = await publishFor(hall, [one], 600, {
    envelopes: 2,
    bidFiles: [{ kind: 'technical' }, { kind: 'commercial', envelope: 2 }],
  })
  const info = await one.account.call('getSealingInfo', { query: { BDGuid: session } })
  const [first = '', second = ''] = info.bidFiles.map(({ sessionRecipient }) => sessionRecipient)
  expect(info.sessionRecipient).toBe(first)
  expect(second).not.toBe(first)
  const { bdbh: sectionCode, EntprsCode: unitCode } = info
  const submitAs = async (kind: 'technical' | 'commercial', sessionRecipient: string, fileName?: string) => {
    const bid = {
      kind,
      ...(fileName && { fileName }),
      figures: {},
      files: [],
      certificate: one.certificate.helper,
    }
    const sealed = await sealFor({ guid: session, sectionCode, unitCode, sessionRecipient }, bid)
    const file = { name: sealed.fileName, bytes: sealed.ciphertext }
    const body = fileForm({ BDGuid: session, manifest: sealed.manifest }, file)
    return one.account.call('submitBidFile', { body })
  }
  const kept = async () => (await readdir(join(hall.dataDir, 'files'), { recursive: true })).sort()
  const before = await kept()
  await expect(submitAs('technical', first, 'bid.kbid')).rejects.toThrow('bid-file-suffix')
  await expect(submitAs('commercial', second, 'bid.tbj')).rejects.toThrow('bid-file-suffix')
  await expect(submitAs('technical', second)).rejects.toThrow('manifest-mismatch')
  // To the other envelope's key, and to one that nobody in the hall has.
  const foreign = (await createKeyPair()).recipient
  for (const recipient of [first, foreign])
    await expect(submitAs('commercial', recipient)).rejects.toThrow('manifest-mismatch')
  expect(await kept()).toEqual(before)
  expect(await submitAs('technical', first)).toMatchObject({ Result: true })
  expect(await submitAs('commercial', second)).toMatchObject({ Result: true })
  const submitted = await hashesOf(kept)
  expect(await submitAs('technical', first)).toMatchObject({ Result: true })
  const replaced = await hashesOf(kept)
  expect(replaced).toHaveLength(submitted.length)
  expect(submitted.filter((hash) => replaced.includes(hash))).toHaveLength(submitted.length - 1)
})

/** The names of stored files, without their folders. */
const hashesOf = async (kept: () => Promise<string[]>) =>
  (await kept()).map((path) => basename(path)).filter((name) => /^[0-9a-f]{64}$/.test(name))

test('a bid that does not match its manifest is refused and not stored', async () => {
  const authority = await testAuthority()
  const [one, two] = [await bidderOf(hall, authority), await bidderOf(hall, authority)]
  const { session } = await publishFor(hall, [one, two], 600)
  const { session: elsewhere } = await publishFor(hall, [one], 600)
  const info = await one.account.call('getSealingInfo', { query: { BDGuid: session } })
  const { bdbh: sectionCode, EntprsCode: unitCode, sessionRecipient } = info
  const bid = { figures: { price: '12.34' }, files: [], certificate: one.certificate.helper }
  const { manifest, ciphertext } = await sealFor(
    { guid: session, sectionCode, unitCode, sessionRecipient },
    bid,
  )
  const submit = (fields: Record<string, string>, bytes = ciphertext, { account } = one) =>
    account.call('submitBidFile', {
      body: fileForm({ BDGuid: session, manifest, ...fields }, { name: 'x.kbid', bytes }),
    })
  const kept = async () => (await readdir(join(hall.dataDir, 'files'), { recursive: true })).sort()
  const before = await kept()
  await expect(submit({ manifest: 'a.b.c' })).rejects.toThrow('manifest-invalid')
  await expect(submit({ manifest: `${manifest}${'x'.repeat(12_000)}` })).rejects.toThrow('manifest-too-long')
  await expect(submit({ manifest: `${manifest}==` })).rejects.toThrow('manifest-not-canonical')
  await expect(submit({ cdsn: 'x'.repeat(101) })).rejects.toThrow('bad-request')
  await expect(submit({ BDGuid: elsewhere })).rejects.toThrow('manifest-mismatch')
  await expect(submit({}, ciphertext, two)).rejects.toThrow('certificate-mismatch')
  const changed = ciphertext.slice()
  changed.set([(changed.at(-1) ?? 0) ^ 1], changed.length - 1)
  for (const bytes of [changed, ciphertext.subarray(1), new Uint8Array(12 * 1024 * 1024)]) {
    await expect(submit({}, bytes)).rejects.toThrow('manifest-mismatch')
  }
  expect(await kept()).toEqual(before)
  await submit({})
  expect(await kept()).not.toEqual(before)
})
