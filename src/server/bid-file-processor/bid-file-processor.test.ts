import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { generateX25519Identity } from 'age-encryption'
import { deflateSync, type Zippable, zipSync } from 'fflate'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Command } from '#domain/session/command.ts'
import { testSession } from '#seal/test-helpers.ts'
import { bidder, bidderCode, figuresOf, fileId } from '#test/domain/sample-actors.ts'
import {
  allSettled,
  type BidFileFixture,
  bidFileFixture,
  failingOutcomes,
  forgeBid,
  hangingPool,
  type PlannedBid,
  type ProcessorParts,
  processorOn,
} from '#test/support/bid-file-fixture.ts'
import { zipWithZeros } from '#test/support/zip-bomb.ts'
import type { BidFileProcessor } from './bid-file-processor.ts'
import { createWorkerPool, TaskLost, type WorkerPool } from './worker-pool.ts'

const started: { fixture?: BidFileFixture; processors: BidFileProcessor[] } = { processors: [] }

/** Worker threads that the tests share, unless one ends them: each loads its sources for a second. */
const threads = createWorkerPool()
const sharedPool: WorkerPool = { run: threads.run, stop: async () => {} }
afterAll(() => threads.stop())

afterEach(async () => {
  for (const processor of started.processors.splice(0)) await processor.stop()
  await started.fixture?.close()
})

async function fixtureOf(...plans: PlannedBid[]): Promise<BidFileFixture> {
  started.fixture = await bidFileFixture(plans)
  return started.fixture
}

async function startProcessor(
  fixture: BidFileFixture,
  parts: ProcessorParts = {},
): Promise<BidFileProcessor> {
  const processor = await processorOn(fixture, { pool: sharedPool, ...parts })
  started.processors.push(processor)
  return processor
}

async function unencryptedFixtureOf(...plans: PlannedBid[]): Promise<BidFileFixture> {
  started.fixture = await bidFileFixture(plans, undefined, false)
  return started.fixture
}

/** A bid with an archive made from its `bid.json`, which is valid unless other figures are given. */
function withArchive(zip: (bid: Zippable) => Uint8Array, figures: object = figuresOf(1)): PlannedBid {
  return {
    forge: ({ sessionId, bidderCode, fileRecipient }) => {
      const content = { format: 'kaibiao-bid/1', sessionId, bidderCode, figures }
      const json = new TextEncoder().encode(JSON.stringify(content))
      const archive = zip({ 'bid.json': [json, { level: 0 }] })
      return forgeBid(Buffer.concat([randomBytes(32), archive]), [fileRecipient], [testSession.recipient])
    },
  }
}

/** A bid whose archive has these entries beside its `bid.json`. */
function withEntries(entries: Zippable, figures?: object): PlannedBid {
  return withArchive((bid) => zipSync({ ...bid, ...entries }, { level: 0 }), figures)
}

/** An archive of a million entries that claims the highest number its format allows. */
const millionEntries: PlannedBid = {
  forge: ({ fileRecipient }) => {
    const one = zipSync({ 'files/a': new Uint8Array(0) })
    const listed = one.subarray(-22 - 53, -22)
    const end = new Uint8Array(one.subarray(-22))
    const view = new DataView(end.buffer)
    view.setUint16(8, 0xffff, true)
    view.setUint16(10, 0xffff, true)
    view.setUint32(12, 53_000_000, true)
    view.setUint32(16, 0, true)
    const plaintext = Buffer.concat([randomBytes(32), Buffer.alloc(53_000_000, listed), end])
    return forgeBid(plaintext, [fileRecipient], [testSession.recipient])
  },
}

/** A bid whose inner layer has a head of several megabytes. */
const endlessHead: PlannedBid = {
  forge: async ({ fileRecipient }) => {
    const inner = await forgeBid(randomBytes(100), [fileRecipient])
    const text = Buffer.from(inner.ciphertext).toString('latin1')
    const [first = '', ...rest] = text.split('\n')
    const stanzas = `-> X25519 ${'A'.repeat(43)}\n${'A'.repeat(43)}\n`.repeat(50_000)
    const long = Buffer.from(`${first}\n${stanzas}${rest.join('\n')}`, 'latin1')
    return forgeBid(long, [testSession.recipient])
  },
}

/** Almost four megabytes of wrong figures: parsing and reporting them all would fill a worker's memory. */
const wrongFigures = Object.fromEntries(Array.from({ length: 350_000 }, (_, i) => [`Z${i}`, 0]))

test('files whose keys were handed over are opened', async () => {
  const fixture = await fixtureOf({}, { bytes: 1_000_000 })
  await startProcessor(fixture)
  expect(await fixture.handOver(1)).toBe('done')
  expect(await fixture.handOver(2)).toBe('done')
  await allSettled(fixture)
  const { bidders, decryption } = await fixture.state()
  expect(await fixture.fileOf(1)).toMatchObject({ status: 'imported', documentCount: 1 })
  expect(bidders[bidderCode(2)]?.files.technical?.opened).toEqual(figuresOf(2))
  expect(decryption).toMatchObject({ closed: true, cause: 'all-opened' })
})

test('each bad file fails with its cause, the others open, and memory stays bounded', async () => {
  const stranger = await generateX25519Identity()
  const cases: [string, PlannedBid, cause: string, key?: string][] = [
    ['wrong key', {}, 'wrong-key', stranger],
    ['key of another bidder', {}, 'wrong-key', 'of another'],
    ['truncated', { damage: (bytes) => bytes.subarray(0, -100) }, 'damaged-file'],
    ['emptied', { damage: () => new Uint8Array(0) }, 'damaged-file'],
    ['flipped', { damage: (bytes) => bytes.map((byte, i) => (i === 700 ? byte ^ 1 : byte)) }, 'damaged-file'],
    ['zip bomb', withArchive((bid) => zipWithZeros(bid, 'files/bomb', 200)), 'bad-content'],
    [
      'bomb in a bomb',
      withEntries({ 'files/a.zip': [deflateSync(new Uint8Array(9e6)), { level: 6 }] }),
      'bad-content',
    ],
    ['path upwards', withEntries({ 'files/../../etc/passwd': new Uint8Array(1) }), 'bad-content'],
    ['absolute path', withEntries({ '/etc/passwd': new Uint8Array(1) }), 'bad-content'],
    ['backslashes', withEntries({ 'files/..\\x.pdf': new Uint8Array(1) }), 'bad-content'],
    ['a million entries', millionEntries, 'bad-content'],
    ['endless head', endlessHead, 'bad-content'],
    ['wrong figures without end', withEntries({}, wrongFigures), 'bad-content'],
  ]
  const fixture = await fixtureOf(...cases.map(([, plan]) => plan), {}, {}, {})
  const good = cases.length + 1
  await startProcessor(fixture)
  // Starts the threads first, whose memory does not count.
  await fixture.handOver(good + 1)
  await fixture.handOver(good + 2)
  await allSettled(fixture)
  const before = process.memoryUsage().rss
  await Promise.all([
    ...cases.map(([, , , key], i) =>
      fixture.handOver(i + 1, key === 'of another' ? fixture.keyOf(good) : (key ?? fixture.keyOf(i + 1))),
    ),
    fixture.handOver(good),
  ])
  await allSettled(fixture)
  const found = await Promise.all(
    cases.map(async ([name], i) => [name, await fixture.fileOf(i + 1)] as const),
  )
  expect(found.map(([name, file]) => [name, file.status, 'cause' in file ? file.cause : ''])).toEqual(
    cases.map(([name, , cause]) => [name, 'refused', cause]),
  )
  expect((await fixture.fileOf(good)).status).toBe('imported')
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(100)
}, 60_000)

test('without bid encryption files are opened without keys, and a damaged one fails alone', async () => {
  const fixture = await unencryptedFixtureOf({}, { damage: (bytes) => bytes.subarray(0, -1) }, {})
  await startProcessor(fixture)
  await allSettled(fixture)
  expect((await fixture.fileOf(1)).status).toBe('imported')
  expect(await fixture.fileOf(2)).toMatchObject({
    status: 'failed',
    kind: 'withdrawn',
    cause: 'damaged-file',
  })
  const { bidders, decryption } = await fixture.state()
  expect(bidders[bidderCode(3)]?.files.technical?.opened).toEqual(figuresOf(3))
  expect(decryption).toMatchObject({ closed: true, cause: 'import-ended' })
})

test('without bid encryption a damaged file is opened from the backup that its bidder submits', async () => {
  const fixture = await unencryptedFixtureOf({}, {})
  const path = await fixture.pathOf(1)
  const original = await readFile(path)
  await writeFile(path, original.subarray(0, -1))
  await startProcessor(fixture)
  await allSettled(fixture)
  expect(await fixture.fileOf(1)).toMatchObject({ status: 'failed', cause: 'damaged-file' })
  await writeFile(path, original)
  const ciphertextHash =
    (await fixture.state()).bidders[bidderCode(1)]?.files.technical?.submission.ciphertextHash ?? ''
  const backup: Command = { type: 'SubmitBackupFile', payload: { fileId: fileId(1), ciphertextHash } }
  expect(await fixture.ask(bidder(1), backup)).toBe('done')
  await allSettled(fixture)
  expect(await fixture.fileOf(1)).toMatchObject({ status: 'imported', method: 'none' })
  expect((await fixture.state()).bidders[bidderCode(1)]?.files.technical?.opened).toEqual(figuresOf(1))
})

test('a file that ends every worker fails as server-failure, the others open', async () => {
  const fixture = await fixtureOf({}, {})
  const tried: string[] = []
  const pool: WorkerPool = {
    run(task, onRead) {
      tried.push(task.expected.bidderCode)
      if (task.expected.bidderCode === bidderCode(1)) throw new TaskLost('the worker ended')
      return sharedPool.run(task, onRead)
    },
    stop: sharedPool.stop,
  }
  await startProcessor(fixture, { pool })
  await fixture.handOver(1)
  await fixture.handOver(2)
  await allSettled(fixture)
  expect(tried.filter((code) => code === bidderCode(1))).toHaveLength(2)
  expect(await fixture.fileOf(1)).toMatchObject({ status: 'refused', cause: 'server-failure' })
  expect((await fixture.fileOf(2)).status).toBe('imported')
})

test('an unreadable file fails as server-failure, a missing one as damaged-file', async () => {
  const fixture = await fixtureOf({}, {})
  const unreadable = await fixture.pathOf(1)
  await rm(unreadable)
  await mkdir(unreadable)
  await rm(await fixture.pathOf(2))
  await startProcessor(fixture)
  await fixture.handOver(1)
  await fixture.handOver(2)
  await allSettled(fixture)
  expect(await fixture.fileOf(1)).toMatchObject({ status: 'refused', cause: 'server-failure' })
  expect(await fixture.fileOf(2)).toMatchObject({ status: 'refused', cause: 'damaged-file' })
})

test('a disk that fails for a moment fails no bid', async () => {
  const fixture = await fixtureOf({}, {})
  let failures = 3
  const files: BidFileFixture['files'] = {
    ...fixture.files,
    locate(sha256) {
      if (failures === 0) return fixture.files.locate(sha256)
      failures -= 1
      return Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
    },
  }
  await startProcessor(fixture, { files, retryMilliseconds: 20 })
  await fixture.handOver(1)
  await fixture.handOver(2)
  await allSettled(fixture)
  expect(failures).toBe(0)
  for (const n of [1, 2]) expect((await fixture.fileOf(n)).status).toBe('imported')
})

test('a disk that keeps failing leads to server-failure', async () => {
  const fixture = await fixtureOf({})
  const files = { locate: () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })) }
  await startProcessor(fixture, { files, retryMilliseconds: 5 })
  await fixture.handOver(1)
  await allSettled(fixture)
  expect(await fixture.fileOf(1)).toMatchObject({ status: 'refused', cause: 'server-failure' })
})

test('there is a pause between two attempts to open a file', async () => {
  const fixture = await fixtureOf({})
  const triedAt: number[] = []
  const pool: WorkerPool = {
    run(task, onRead) {
      triedAt.push(performance.now())
      if (triedAt.length === 1) return Promise.reject(new TaskLost('the disk did not answer'))
      return sharedPool.run(task, onRead)
    },
    stop: sharedPool.stop,
  }
  await startProcessor(fixture, { pool, retryMilliseconds: 300 })
  await fixture.handOver(1)
  await allSettled(fixture)
  expect((await fixture.fileOf(1)).status).toBe('imported')
  expect((triedAt[1] ?? 0) - (triedAt[0] ?? 0)).toBeGreaterThan(290)
})

test('an outcome that was refused is appended later', async () => {
  const fixture = await fixtureOf({})
  const refused = { ok: false, error: { code: 'lot-paused', params: {} } } as const
  const { log, failuresLeft } = failingOutcomes(fixture, 1, async () => refused)
  await startProcessor({ ...fixture, log }, { retryMilliseconds: 20 })
  await fixture.handOver(1)
  await allSettled(fixture)
  expect(failuresLeft()).toBe(0)
  expect((await fixture.fileOf(1)).status).toBe('imported')
})

test('an outcome that cannot be stored because the disk is full is appended later', async () => {
  const fixture = await fixtureOf({})
  const diskFull = Object.assign(new Error('could not extend file'), { code: '53100' })
  const { log, failuresLeft } = failingOutcomes(fixture, 3, () => Promise.reject(diskFull))
  await startProcessor({ ...fixture, log })
  await fixture.handOver(1)
  await allSettled(fixture)
  expect(failuresLeft()).toBe(0)
  expect((await fixture.fileOf(1)).status).toBe('imported')
})

test('files whose keys were handed over before a restart are opened after it', async () => {
  const fixture = await fixtureOf({ bytes: 3_000_000 }, {}, {})
  const first = await startProcessor(fixture)
  await fixture.handOver(1)
  await fixture.handOver(2)
  await first.stop()
  const left = [await fixture.fileOf(1), await fixture.fileOf(2)].filter(({ status }) => status === 'opening')
  expect(left.length).toBeGreaterThan(0)
  await fixture.handOver(3)
  await startProcessor(fixture)
  await allSettled(fixture)
  for (const n of [1, 2, 3]) expect((await fixture.fileOf(n)).status).toBe('imported')
})

test('of two nodes one opens a file, and the other one when the first dies', async () => {
  const fixture = await fixtureOf({})
  const held = new Map<string, number>()
  const claimsOf = (node: number) => ({
    take: async (name: string) => !held.has(name) && held.set(name, node).size > 0,
    giveBack: async (name: string) => void held.delete(name),
    close: async () => {
      for (const [name, owner] of held) if (owner === node) held.delete(name)
    },
  })
  const runs = [0, 0]
  const hanging = hangingPool(() => {
    runs[0] = (runs[0] ?? 0) + 1
  })
  const counting: WorkerPool = {
    run: (...task) => {
      runs[1] = (runs[1] ?? 0) + 1
      return sharedPool.run(...task)
    },
    stop: sharedPool.stop,
  }
  const first = await startProcessor(fixture, { pool: hanging, claims: claimsOf(1) })
  await fixture.handOver(1)
  await expect.poll(() => runs[0]).toBe(1)
  await startProcessor(fixture, { pool: counting, claims: claimsOf(2) })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(runs).toEqual([1, 0])
  await first.stop()
  await allSettled(fixture)
  expect(runs).toEqual([1, 1])
  expect((await fixture.fileOf(1)).status).toBe('imported')
})

test('small files are opened while large ones are still being read', async () => {
  const fixture = await fixtureOf({ bytes: 9_000_000 }, { bytes: 3_000_000 }, {}, {}, {}, {})
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const pool: WorkerPool = {
    run: async (task, onRead) => {
      if ([bidderCode(1), bidderCode(2)].includes(task.expected.bidderCode)) await released
      return sharedPool.run(task, onRead)
    },
    stop: sharedPool.stop,
  }
  const processor = await startProcessor(fixture, { pool, largeBytes: 1_000_000 })
  await fixture.handOver(1)
  await fixture.handOver(2)
  for (const n of [3, 4, 5, 6]) await fixture.handOver(n)
  for (const n of [3, 4, 5, 6]) {
    const reference = { sessionId: fixture.sessionId, bidderCode: bidderCode(n), fileId: fileId(n) }
    expect((await processor.waitForOutcome(reference, 20_000))?.status).toBe('imported')
  }
  expect((await fixture.fileOf(1)).status).toBe('opening')
  expect((await fixture.fileOf(2)).status).toBe('opening')
  release()
  await allSettled(fixture)
}, 60_000)

test('no file is opened while the lot is halted', async () => {
  const fixture = await fixtureOf({})
  await startProcessor(fixture)
  const platform = { id: 'p', role: 'platform', name: 'p', unitCode: null } as const
  await fixture.ask(platform, { type: 'ChangeLotStatus', payload: { lot: 'paused' } })
  expect(await fixture.handOver(1)).toBe('lot-paused')
  await fixture.ask(platform, { type: 'ChangeLotStatus', payload: { lot: 'open' } })
  await fixture.handOver(1)
  await allSettled(fixture)
  expect((await fixture.fileOf(1)).status).toBe('imported')
})
