import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Attachment } from '#domain/objections/attachment.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { initial } from '#domain/session/state.ts'
import { ok } from '#lib/result.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { platform } from '#test/domain/sample-actors.ts'
import { docx, joined, jpg, pdf } from '#test/support/attachment-files.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { objectionFile } from '../db/schema.ts'
import { type FileStore, openFileStore } from '../files/file-store.ts'
import { openPostgresLog } from '../log/postgres-log.ts'
import type { SessionLog } from '../log/session-log.ts'
import { type Attachments, createAttachments } from './attachments.ts'

const hour = 3_600_000

let database: Database
let drop: () => Promise<void>
let folder: string
let files: FileStore
let log: SessionLog
let attachments: Attachments
let now = Date.now()
let sessionId: string

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
  log = await openPostgresLog(database, {
    keys: (await testSecrets(database)).sections,
    random: randomBytes,
    now: Date.now,
  })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaibiao-attachments-'))
  files = await openFileStore(folder)
  now = Date.now()
  attachments = createAttachments({ database, files, log, clock: () => now })
  await database.db.delete(objectionFile)
  sessionId = randomUUID()
  await log.create({ id: sessionId, sealIdentity: 'identity', sealRecipient: 'recipient' })
  await happen(...histories.enrolled())
  return () => rm(folder, { recursive: true })
})
afterAll(async () => {
  await log.close()
  await database.close()
  await drop()
})

async function happen(...events: SessionEvent[]): Promise<void> {
  const request = {
    actor: platform,
    commandId: randomUUID(),
    content: null,
    at: Date.now(),
    decide: () => ok(events),
  }
  await log.append(sessionId, request)
}

const mine = () => ({ sessionId, bidderCode: 'B0001' })
const theirs = () => ({ sessionId, bidderCode: 'B0002' })

function take(bytes: Uint8Array, name = '异议书.pdf', uploader = mine(), state = initial()) {
  return attachments.take(uploader, state, { name, content: Readable.from([Buffer.from(bytes)]) })
}

async function taken(...of: Parameters<typeof take>): Promise<Attachment> {
  const result = await take(...of)
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

const isStored = (file: Attachment) => files.inspectStored(file.sha256, async () => true)
const rows = () => database.db.select().from(objectionFile)

test('an upload is stored under a name with the ending of its content', async () => {
  const picture = jpg()
  const file = await taken(picture, '扫描件.pdf')
  expect(file).toMatchObject({ name: '扫描件.pdf.jpg', kind: 'jpg', size: picture.length })
  expect(Buffer.from((await files.read(file.sha256)) ?? [])).toEqual(Buffer.from(picture))
  expect(await attachments.waiting(mine(), file.fileId)).toEqual(file)
})

test('a refused upload leaves nothing behind', async () => {
  for (const [bytes, name, code] of [
    [joined(jpg(), docx()), 'a.jpg', 'attachment-kind'],
    [new TextEncoder().encode('<script>'), 'a.pdf', 'attachment-kind'],
    [new Uint8Array(50 * 1024 * 1024), 'a.pdf', 'attachment-too-large'],
    [await pdf(), `${'附'.repeat(51)}.pdf`, 'attachment-name-too-long'],
  ] as const) {
    expect(await take(bytes, name)).toMatchObject({ ok: false, error: { code } })
  }
  expect(await rows()).toEqual([])
  expect(await files.storedBefore(Number.POSITIVE_INFINITY)).toEqual([])
})

test('[OBJ-8] an upload belongs to its bidder alone', async () => {
  const file = await taken(await pdf())
  expect(await attachments.waiting(theirs(), file.fileId)).toBeNull()
  expect(await attachments.claim(theirs(), file.fileId)).toBeNull()
  expect(await attachments.drop(theirs(), file.fileId, initial())).toBe(false)
  expect(await attachments.claim({ ...mine(), sessionId: randomUUID() }, file.fileId)).toBeNull()
  expect(await isStored(file)).toBe(true)
})

test('equal files of two bidders are kept until both are deleted', async () => {
  const bytes = await pdf()
  const [one, two] = [await taken(bytes), await taken(bytes, '另一份.pdf', theirs())]
  expect(one.sha256).toBe(two.sha256)
  expect(await attachments.drop(mine(), one.fileId, initial())).toBe(true)
  expect(await attachments.drop(mine(), one.fileId, initial())).toBe(false)
  expect(await isStored(two)).toBe(true)
  expect(await attachments.drop(theirs(), two.fileId, initial())).toBe(true)
  expect(await isStored(two)).toBeNull()
})

test('simultaneous uploads and removals of equal files refuse nobody and leave no row without its bytes', async () => {
  const bytes = await pdf()
  for (let round = 0; round < 10; round++) {
    const first = await taken(bytes)
    const [second] = await Promise.all([
      take(bytes, '又一份.pdf', theirs()),
      attachments.drop(mine(), first.fileId, initial()),
    ])
    if (!second.ok) throw new Error(`refused: ${second.error.code}`)
    expect(await isStored(second.value)).toBe(true)
    await attachments.drop(theirs(), second.value.fileId, initial())
  }
})

test('uploads that are refused take no equal bytes away from others', async () => {
  const bytes = await pdf()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      i % 2 === 0 ? take(bytes, `${'附'.repeat(51)}.pdf`, theirs()) : take(bytes, 'a.pdf'),
    ),
  )
  expect(answers.map((one) => (one.ok ? 'ok' : one.error.code))).toEqual(
    answers.map((_, i) => (i % 2 === 0 ? 'attachment-name-too-long' : 'ok')),
  )
})

test('of uploads that are claimed from the beginning none makes room for another, and one can be discarded', async () => {
  const content = async () => Readable.from([Buffer.from(await pdf())])
  const files = await Promise.all(
    Array.from({ length: 8 }, async () =>
      attachments.take(mine(), initial(), { name: 'a.pdf', content: await content() }, true),
    ),
  )
  expect(files.filter(({ ok }) => ok)).toHaveLength(8)
  expect(await rows()).toHaveLength(8)
  for (const file of files) if (file.ok) await attachments.discard(mine(), file.value.fileId)
  expect(await rows()).toEqual([])
})

test('a claimed upload is not deleted at once when its bidder deletes it', async () => {
  const file = await taken(await pdf())
  expect(await attachments.claim(mine(), file.fileId)).toEqual(file)
  expect(await attachments.drop(mine(), file.fileId, initial())).toBe(true)
  expect(await isStored(file)).toBe(true)
  const submitted = stateAfter([...histories.enrolled(), histories.objectionWith(file)])
  expect(await attachments.drop(mine(), file.fileId, submitted)).toBe(false)
})

test('[OBJ-8] an upload can be submitted for a day, and is removed later unless an objection has it', async () => {
  const [left, tried, kept] = [await taken(await pdf('一')), await taken(await pdf('二')), await taken(jpg())]
  await attachments.claim(mine(), tried.fileId)
  await attachments.claim(mine(), kept.fileId)
  await happen(histories.objectionWith(kept))
  now += 24 * hour
  expect(await attachments.claim(mine(), left.fileId)).toBeNull()
  await attachments.removeExpired()
  expect(await isStored(left)).toBe(true)
  now += 1 * hour + 1
  await attachments.removeExpired()
  expect(await Promise.all([left, tried, kept].map(isStored))).toEqual([null, null, true])
  expect((await rows()).map(({ id, submitted }) => [id, submitted])).toEqual([[kept.fileId, true]])
  now += 1000 * hour
  await attachments.removeExpired()
  expect(await isStored(kept)).toBe(true)
})

test('stored bytes without a row are removed after a day', async () => {
  const { sha256 } = await files.put(Readable.from([Buffer.from('half done')]))
  await attachments.removeExpired()
  expect(await files.inspectStored(sha256, async () => true)).toBe(true)
  now = Date.now() + 26 * hour
  await attachments.removeExpired()
  expect(await files.inspectStored(sha256, async () => true)).toBeNull()
})

test('a new upload replaces the oldest waiting one, and the number of claimed ones is limited', async () => {
  const uploads: Attachment[] = []
  for (let n = 0; n < 7; n++) {
    now += 1000
    uploads.push(await taken(await pdf(`第${n}份`, 1)))
  }
  const waiting = await Promise.all(uploads.map(({ fileId }) => attachments.waiting(mine(), fileId)))
  expect(waiting.map((file) => file !== null)).toEqual([false, false, true, true, true, true, true])
  for (let n = 0; n < 20; n++) {
    const { fileId } = await taken(jpg(`第${n}份`))
    await attachments.claim(mine(), fileId)
  }
  expect(await take(jpg('再一份'))).toMatchObject({ ok: false, error: { code: 'too-many-requests' } })
  expect((await take(jpg('再一份'), 'a.jpg', theirs())).ok).toBe(true)
})
