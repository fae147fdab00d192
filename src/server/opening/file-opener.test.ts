import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { generateX25519Identity } from 'age-encryption'
import { deflateSync, type Zippable, zipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import type { Command } from '#domain/session/command.ts'
import { testSession } from '#seal/test-helpers.ts'
import { bidder, bidderCode, figuresOf, fileId } from '#test/domain/world.ts'
import {
  allSettled,
  forgeBid,
  hangingPool,
  type OpeningStage,
  openerOn,
  openingStage,
  type PlannedBid,
} from '#test/opening/stage.ts'
import type { FileOpener } from './file-opener.ts'
import { createOpeningPool, type OpeningPool, startOpeningWorker, TaskLost } from './pool.ts'

const started: { stage?: OpeningStage; openers: FileOpener[] } = { openers: [] }

afterEach(async () => {
  for (const opener of started.openers.splice(0)) await opener.stop()
  await started.stage?.close()
})

async function stageOf(...plans: PlannedBid[]): Promise<OpeningStage> {
  started.stage = await openingStage(plans)
  return started.stage
}

async function startOpener(...asked: Parameters<typeof openerOn>): Promise<FileOpener> {
  const opener = await openerOn(...asked)
  started.openers.push(opener)
  return opener
}

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** A bid whose archive holds these entries beside a right `bid.json`. */
function withEntries(entries: Zippable, level: 0 | 6 = 0): PlannedBid {
  return {
    forge: ({ sessionId, bidderCode, fileRecipient }) => {
      const content = { format: 'kaibiao-bid/1', sessionId, bidderCode, figures: figuresOf(1) }
      const json = new TextEncoder().encode(JSON.stringify(content))
      const archive = zipSync({ 'bid.json': [json, { level: 0 }], ...entries }, { level })
      return forgeBid(Buffer.concat([randomBytes(32), archive]), [fileRecipient], [testSession.recipient])
    },
  }
}

/** An archive that claims as many entries as its format can count, and has a million. */
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

/** The inner layer's head holds stanzas for megabytes. */
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

test('files whose keys were handed over are opened, one as the other', async () => {
  const stage = await stageOf({}, { bytes: 1_000_000 })
  await startOpener(stage)
  expect(await stage.handOver(1)).toBe('done')
  expect(await stage.handOver(2)).toBe('done')
  await allSettled(stage)
  const { bidders, decryption } = await stage.state()
  expect(await stage.fileOf(1)).toMatchObject({ status: 'imported', documentCount: 1 })
  expect(bidders[bidderCode(2)]?.files.technical?.opened).toEqual(figuresOf(2))
  expect(decryption).toMatchObject({ closed: true, cause: 'all-opened' })
})

test('each bad file fails with its cause, the others open, and memory stays flat', async () => {
  const stranger = await generateX25519Identity()
  const cases: [string, PlannedBid, cause: string, key?: string][] = [
    ['wrong key', {}, 'wrong-key', stranger],
    ['key of another bidder', {}, 'wrong-key', 'of another'],
    ['truncated', { damage: (bytes) => bytes.subarray(0, -100) }, 'damaged-file'],
    ['emptied', { damage: () => new Uint8Array(0) }, 'damaged-file'],
    ['flipped', { damage: (bytes) => bytes.map((byte, i) => (i === 700 ? byte ^ 1 : byte)) }, 'damaged-file'],
    ['zip bomb', withEntries({ 'files/bomb': new Uint8Array(200_000_000) }, 6), 'bad-content'],
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
  ]
  const stage = await stageOf(...cases.map(([, plan]) => plan), {}, {}, {})
  const good = cases.length + 1
  await startOpener(stage)
  // Threads take memory of their own, once.
  await stage.handOver(good + 1)
  await stage.handOver(good + 2)
  await allSettled(stage)
  const before = process.memoryUsage().rss
  await Promise.all([
    ...cases.map(([, , , key], i) =>
      stage.handOver(i + 1, key === 'of another' ? stage.keyOf(good) : (key ?? stage.keyOf(i + 1))),
    ),
    stage.handOver(good),
  ])
  await allSettled(stage)
  const found = await Promise.all(cases.map(async ([name], i) => [name, await stage.fileOf(i + 1)] as const))
  expect(found.map(([name, file]) => [name, file.status, 'cause' in file ? file.cause : ''])).toEqual(
    cases.map(([name, , cause]) => [name, 'refused', cause]),
  )
  expect((await stage.fileOf(good)).status).toBe('imported')
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(100)
}, 60_000)

test('without bid encryption the files are opened by themselves, and one that is damaged fails alone', async () => {
  started.stage = await openingStage([{}, { damage: (bytes) => bytes.subarray(0, -1) }, {}], undefined, false)
  const stage = started.stage
  await startOpener(stage)
  await allSettled(stage)
  expect((await stage.fileOf(1)).status).toBe('imported')
  expect(await stage.fileOf(2)).toMatchObject({ status: 'failed', kind: 'withdrawn', cause: 'damaged-file' })
  const { bidders, decryption } = await stage.state()
  expect(bidders[bidderCode(3)]?.files.technical?.opened).toEqual(figuresOf(3))
  expect(decryption).toMatchObject({ closed: true, cause: 'import-ended' })
})

test('without bid encryption a damaged file is opened again from the copy that its bidder hands in', async () => {
  started.stage = await openingStage([{}, {}], undefined, false)
  const stage = started.stage
  const path = await stage.pathOf(1)
  const original = await readFile(path)
  await writeFile(path, original.subarray(0, -1))
  await startOpener(stage)
  await allSettled(stage)
  expect(await stage.fileOf(1)).toMatchObject({ status: 'failed', cause: 'damaged-file' })
  await writeFile(path, original)
  const ciphertextHash =
    (await stage.state()).bidders[bidderCode(1)]?.files.technical?.submission.ciphertextHash ?? ''
  const backup: Command = { type: 'SubmitBackupFile', payload: { fileId: fileId(1), ciphertextHash } }
  expect(await stage.ask(bidder(1), backup)).toBe('done')
  await allSettled(stage)
  expect(await stage.fileOf(1)).toMatchObject({ status: 'imported', method: 'none' })
  expect((await stage.state()).bidders[bidderCode(1)]?.files.technical?.opened).toEqual(figuresOf(1))
})

test('a worker that dies is replaced and its file tried again once', async () => {
  const stage = await stageOf({ bytes: 3_000_000 }, {})
  const workers: Worker[] = []
  const pool = createOpeningPool(() => {
    const worker = startOpeningWorker()
    workers.push(worker)
    return worker
  })
  await startOpener(stage, { pool })
  await stage.handOver(1)
  await expect.poll(() => workers.length, { timeout: 10_000 }).toBe(1)
  await workers[0]?.terminate()
  await stage.handOver(2)
  await allSettled(stage)
  expect(workers.length).toBeGreaterThanOrEqual(2)
  expect((await stage.fileOf(1)).status).toBe('imported')
  expect((await stage.fileOf(2)).status).toBe('imported')
})

test('a file that kills every worker fails for the hall’s fault, and no other', async () => {
  const stage = await stageOf({}, {})
  const real = createOpeningPool()
  const tried: string[] = []
  const pool: OpeningPool = {
    run(task, onRead) {
      tried.push(task.expected.bidderCode)
      if (task.expected.bidderCode === bidderCode(1)) throw new TaskLost('the worker ended')
      return real.run(task, onRead)
    },
    stop: () => real.stop(),
  }
  await startOpener(stage, { pool })
  await stage.handOver(1)
  await stage.handOver(2)
  await allSettled(stage)
  expect(tried.filter((code) => code === bidderCode(1))).toHaveLength(2)
  expect(await stage.fileOf(1)).toMatchObject({ status: 'refused', cause: 'server-failure' })
  expect((await stage.fileOf(2)).status).toBe('imported')
})

test('a disk that cannot be read is the hall’s fault, a file that is gone is damage', async () => {
  const stage = await stageOf({}, {})
  const unreadable = await stage.pathOf(1)
  await rm(unreadable)
  await mkdir(unreadable)
  await rm(await stage.pathOf(2))
  await startOpener(stage)
  await stage.handOver(1)
  await stage.handOver(2)
  await allSettled(stage)
  expect(await stage.fileOf(1)).toMatchObject({ status: 'refused', cause: 'server-failure' })
  expect(await stage.fileOf(2)).toMatchObject({ status: 'refused', cause: 'damaged-file' })
})

test('a disk that is away for a moment costs nobody their bid', async () => {
  const stage = await stageOf({}, {})
  let failures = 3
  const files: OpeningStage['files'] = {
    ...stage.files,
    locate(sha256) {
      if (failures === 0) return stage.files.locate(sha256)
      failures -= 1
      return Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
    },
  }
  await startOpener(stage, { files, retryMilliseconds: 20 })
  await stage.handOver(1)
  await stage.handOver(2)
  await allSettled(stage)
  expect(failures).toBe(0)
  for (const n of [1, 2]) expect((await stage.fileOf(n)).status).toBe('imported')
})

test('a disk that stays away is the hall’s fault in the end', async () => {
  const stage = await stageOf({})
  const files = { locate: () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })) }
  await startOpener(stage, { files, retryMilliseconds: 5 })
  await stage.handOver(1)
  await allSettled(stage)
  expect(await stage.fileOf(1)).toMatchObject({ status: 'refused', cause: 'server-failure' })
})

test('between two attempts to open a file there is a pause', async () => {
  const stage = await stageOf({})
  const real = createOpeningPool()
  const triedAt: number[] = []
  const pool: OpeningPool = {
    run(task, onRead) {
      triedAt.push(performance.now())
      if (triedAt.length === 1) return Promise.reject(new TaskLost('the disk did not answer'))
      return real.run(task, onRead)
    },
    stop: () => real.stop(),
  }
  await startOpener(stage, { pool, retryMilliseconds: 300 })
  await stage.handOver(1)
  await allSettled(stage)
  expect((await stage.fileOf(1)).status).toBe('imported')
  expect((triedAt[1] ?? 0) - (triedAt[0] ?? 0)).toBeGreaterThan(290)
})

test('an outcome that was refused is found again though nothing else happens', async () => {
  const stage = await stageOf({})
  let refusals = 1
  const log: OpeningStage['log'] = {
    ...stage.log,
    append(sessionId, request) {
      if (!request.commandId.startsWith('SettleFile') || refusals === 0) {
        return stage.log.append(sessionId, request)
      }
      refusals -= 1
      return Promise.resolve({ ok: false, error: { code: 'lot-paused', params: {} } })
    },
  }
  await startOpener({ ...stage, log }, { retryMilliseconds: 20 })
  await stage.handOver(1)
  await allSettled(stage)
  expect(refusals).toBe(0)
  expect((await stage.fileOf(1)).status).toBe('imported')
})

test('an outcome that cannot be written down, the disk being full, is found again and not lost', async () => {
  const stage = await stageOf({})
  let failures = 3
  const log: OpeningStage['log'] = {
    ...stage.log,
    append(sessionId, request) {
      if (!request.commandId.startsWith('SettleFile') || failures === 0) {
        return stage.log.append(sessionId, request)
      }
      failures -= 1
      return Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))
    },
  }
  await startOpener({ ...stage, log })
  await stage.handOver(1)
  await allSettled(stage)
  expect(failures).toBe(0)
  expect((await stage.fileOf(1)).status).toBe('imported')
})

test('what was handed over before the server died is opened after it has started again', async () => {
  const stage = await stageOf({ bytes: 3_000_000 }, {}, {})
  const first = await startOpener(stage)
  await stage.handOver(1)
  await stage.handOver(2)
  await first.stop()
  const left = [await stage.fileOf(1), await stage.fileOf(2)].filter(({ status }) => status === 'opening')
  expect(left.length).toBeGreaterThan(0)
  await stage.handOver(3)
  await startOpener(stage)
  await allSettled(stage)
  for (const n of [1, 2, 3]) expect((await stage.fileOf(n)).status).toBe('imported')
})

test('a file is opened by one of two nodes, and by the other when that one dies', async () => {
  const stage = await stageOf({})
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
  const real = createOpeningPool()
  const counting: OpeningPool = {
    run: (...task) => {
      runs[1] = (runs[1] ?? 0) + 1
      return real.run(...task)
    },
    stop: () => real.stop(),
  }
  const first = await startOpener(stage, { pool: hanging, claims: claimsOf(1) })
  await stage.handOver(1)
  await expect.poll(() => runs[0]).toBe(1)
  await startOpener(stage, { pool: counting, claims: claimsOf(2) })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(runs).toEqual([1, 0])
  await first.stop()
  await allSettled(stage)
  expect(runs).toEqual([1, 1])
  expect((await stage.fileOf(1)).status).toBe('imported')
})

test('small files are opened while a large one still is', async () => {
  const stage = await stageOf({ bytes: 9_000_000 }, { bytes: 3_000_000 }, {}, {}, {}, {})
  const slow = createOpeningPool()
  // A large file takes as long as its reader is made to.
  const largeFilesMayGo = withResolvers()
  const pool: OpeningPool = {
    run: async (task, onRead) => {
      if ([bidderCode(1), bidderCode(2)].includes(task.expected.bidderCode)) await largeFilesMayGo.promise
      return slow.run(task, onRead)
    },
    stop: () => slow.stop(),
  }
  const opener = await startOpener(stage, { pool, largeBytes: 1_000_000 })
  await stage.handOver(1)
  await stage.handOver(2)
  for (const n of [3, 4, 5, 6]) await stage.handOver(n)
  for (const n of [3, 4, 5, 6]) {
    const { sessionId } = stage
    const file = await opener.settled({ sessionId, bidderCode: bidderCode(n), fileId: fileId(n) }, 20_000)
    expect(file?.status).toBe('imported')
  }
  expect((await stage.fileOf(1)).status).toBe('opening')
  expect((await stage.fileOf(2)).status).toBe('opening')
  largeFilesMayGo.resolve()
  await allSettled(stage)
}, 60_000)

test('nothing is opened while the lot is halted, and all of it once it goes on', async () => {
  const stage = await stageOf({})
  await startOpener(stage, { pool: createOpeningPool() })
  const platform = { id: 'p', role: 'platform', name: 'p', unitCode: null } as const
  await stage.ask(platform, { type: 'ChangeLotStatus', payload: { lot: 'paused' } })
  expect(await stage.handOver(1)).toBe('lot-paused')
  await stage.ask(platform, { type: 'ChangeLotStatus', payload: { lot: 'open' } })
  await stage.handOver(1)
  await allSettled(stage)
  expect((await stage.fileOf(1)).status).toBe('imported')
})
