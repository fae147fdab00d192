import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import { bidderCode, platform, submission, twoFiles } from '#test/domain/sample-actors.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { tender } from '#test/support/sample-tender.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { createStoredBids, type StoredBids } from './stored-bids.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let log: SessionLog
let folder: string
let files: FileStore
let bids: StoredBids

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url)
  const { sections: keys } = await testSecrets(database)
  log = await openPostgresLog(database, { keys, random: randomBytes, now: Date.now })
  folder = await mkdtemp(join(tmpdir(), 'kaibiao-bids-'))
  files = await openFileStore(folder)
  bids = createStoredBids({ database, files, log })
})

afterAll(async () => {
  await log.close()
  await database.close()
  await fresh.drop()
  await rm(folder, { recursive: true })
})

const append = (id: string, ...events: SessionEvent[]) =>
  log.append(id, { actor: platform, commandId: randomUUID(), content: null, at: 0, decide: () => ok(events) })

/** A section with one bidder. */
async function section(): Promise<string> {
  const id = randomUUID()
  await log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const enrolled = { bidderCode: bidderCode(1), name: '投标人', certificate: 'certificate' }
  await append(id, event('TenderPublished', { tender: tender(twoFiles) }), event('BidderEnrolled', enrolled))
  return id
}

/** Stores bytes; their hash. */
const store = async (content: string = randomUUID()) => (await files.put(Readable.from([content]))).sha256

/** Makes stored bytes the bidder's current file of a kind; the file's id. */
async function submit(id: string, kind: 'technical' | 'commercial', ciphertextHash: string) {
  const known = (await log.state(id))?.unredactedState.bidders[bidderCode(1)]?.files[kind]
  const fileId = randomUUID()
  const payload = { bidderCode: bidderCode(1), ...submission(1), kind, fileId, ciphertextHash }
  const origin = { address: null, hardwareSerial: null }
  const replaces = known?.submission.fileId ?? null
  const submitted = await bids.submit({ sessionId: id, fileId, ciphertextHash }, async () =>
    append(id, event('BidSubmitted', { ...payload, replaces }, { origin })),
  )
  if (!submitted.ok) throw new Error(submitted.error.code)
  if (replaces !== null) await bids.removeReplaced(id, replaces)
  return fileId
}

/** Stores bytes, and leaves them as a server that ends within their submission. */
async function leave(id: string, content: string) {
  const ciphertextHash = await store(content)
  await bids
    .submit({ sessionId: id, fileId: randomUUID(), ciphertextHash }, () => Promise.reject(new Error('ended')))
    .catch(() => {})
  return ciphertextHash
}

const isThere = async (sha256: string) => (await files.locate(sha256)) !== null

test('[BID-12] a replaced file that is another section’s current bid stays', async () => {
  const [x, y] = [await section(), await section()]
  const [shared, next, last] = [await store(), await store(), await store()]
  await submit(y, 'technical', shared)
  await submit(x, 'commercial', shared)
  await submit(x, 'commercial', next)
  expect([await isThere(shared), await isThere(next)]).toEqual([true, true])
  await bids.removeLeft()
  expect(await isThere(shared)).toBe(true)
  // No section has it any longer.
  await submit(y, 'technical', last)
  expect([await isThere(shared), await isThere(next), await isThere(last)]).toEqual([false, true, true])
})

test('[BID-12] files that the removal missed are removed later, each time that it runs', async () => {
  const id = await section()
  for (let round = 0; round < 2; round += 1) {
    const [first, second] = [await store(), await store()]
    await submit(id, 'technical', first)
    await submit(id, 'technical', second)
    expect(await isThere(first)).toBe(false)
  }
  const content = randomUUID()
  const [left, current] = [await store(content), await store()]
  await submit(id, 'technical', left)
  await submit(id, 'technical', current)
  for (let round = 0; round < 2; round += 1) {
    await leave(id, content)
    await bids.removeLeft()
    expect([await isThere(left), await isThere(current)]).toEqual([false, true])
  }
})

test('[BID-12] what a server left behind is removed until long after the end, whatever else fails', async () => {
  const [ended, longAgo, altered] = [await section(), await section(), await section()]
  const left: string[] = []
  for (const id of [ended, longAgo, altered]) {
    const content = randomUUID()
    await submit(id, 'technical', await store(content))
    await submit(id, 'technical', await store())
    left.push(await leave(id, content))
  }
  const endedAgo = (id: string, days: number) =>
    database.pool.query('update session set ended_at = now() - make_interval(days => $2) where id = $1', [
      ...[id, days],
    ])
  await endedAgo(ended, 1)
  await endedAgo(longAgo, 365)
  const fresh = createStoredBids({
    ...{ database, files },
    log: { state: async (id) => (id === altered ? Promise.reject(new Error('altered')) : log.state(id)) },
  })
  await expect(fresh.removeLeft()).rejects.toMatchObject({ errors: [new Error('altered')] })
  expect(await Promise.all(left.map(isThere))).toEqual([false, true, true])
})

test('[BID-12] the bytes of an entry stay whose submission failed after it, and those of nobody', async () => {
  const id = await section()
  const [named, unknown] = [await store(), await store()]
  const payload = { bidderCode: bidderCode(1), ...submission(1), ciphertextHash: named, replaces: null }
  const { fileId } = payload
  const submitted = bids.submit({ sessionId: id, fileId, ciphertextHash: named }, async () => {
    await append(id, event('BidSubmitted', payload, { origin: { address: null, hardwareSerial: null } }))
    throw new Error('ended')
  })
  await expect(submitted).rejects.toThrow('ended')
  for (const hash of [named, unknown]) await bids.removeUnnamed(hash)
  expect([await isThere(named), await isThere(unknown)]).toEqual([true, true])
})

test('[BID-12] bytes are not deleted between their check and their entry, and what was deleted is not submitted', async () => {
  const id = await section()
  const hash = await store()
  let began: () => void = () => {}
  const beginning = new Promise<void>((resolve) => {
    began = resolve
  })
  const { fileId } = submission(1)
  const submitted = bids.submit({ sessionId: id, fileId, ciphertextHash: hash }, async () => {
    began()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const payload = { bidderCode: bidderCode(1), ...submission(1), ciphertextHash: hash, replaces: null }
    return append(id, event('BidSubmitted', payload, { origin: { address: null, hardwareSerial: null } }))
  })
  await beginning
  await bids.removeUnnamed(hash)
  expect((await submitted).ok).toBe(true)
  expect(await isThere(hash)).toBe(true)
  const refused = await leave(id, randomUUID())
  await bids.removeUnnamed(refused)
  expect(
    await bids.submit({ sessionId: id, fileId, ciphertextHash: refused }, () => append(id)),
  ).toMatchObject({
    error: { code: 'upload-failed' },
  })
})

test('more uploads at once than the pool has connections do not wait for each other for ever', async () => {
  const id = await section()
  const hashes = await Promise.all(Array.from({ length: 40 }, () => store()))
  await Promise.all(
    hashes.map((hash) =>
      bids.submit({ sessionId: id, fileId: hash, ciphertextHash: hash }, async () => ok(await log.state(id))),
    ),
  )
  await Promise.all(hashes.map((hash) => bids.removeUnnamed(hash)))
  expect(await Promise.all(hashes.map(isThere))).not.toContain(true)
})

test('[BID-12] bytes that a server left before their entry stay, because their bidder sends them again', async () => {
  const id = await section()
  const content = randomUUID()
  const hash = await leave(id, content)
  await bids.removeLeft()
  expect(await isThere(hash)).toBe(true)
  await submit(id, 'technical', await store(content))
  expect(await isThere(hash)).toBe(true)
})

test('[RIV-1] a replaced file is found without reading the log, whose length is rivals’', async () => {
  const id = await section()
  const content = randomUUID()
  const [first, second] = [await store(content), await store()]
  const fileId = await submit(id, 'technical', first)
  await submit(id, 'technical', second)
  await store(content)
  const left = bids.submit({ sessionId: id, fileId, ciphertextHash: first }, () =>
    Promise.reject(new Error('ended')),
  )
  await expect(left).rejects.toThrow('ended')
  const asked = vi.spyOn(database.pool, 'query')
  await bids.removeReplaced(id, fileId)
  const queries = asked.mock.calls.map((call) => JSON.stringify(call))
  asked.mockRestore()
  expect(queries.join()).toContain('bid_file')
  // What follows the known state is asked for, and empty.
  const beginning = (query: string) => query.includes('from entry') && !query.includes('seq > $2')
  expect(queries.filter(beginning)).toEqual([])
  expect([await isThere(first), await isThere(second)]).toEqual([false, true])
})
