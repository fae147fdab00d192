import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstTrailBreak, type TrailEvent, trailLineSchema } from '#domain/trail/trail-line.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { trail, trailLine } from '../db/schema.ts'
import { createLineAppender } from './append-lines.ts'
import { exportTrail, readTrail } from './read-trail.ts'

let drop: () => Promise<void>
let database: Database
let before = 0

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
})
afterAll(async () => {
  await database.close()
  await drop()
})
beforeEach(async () => {
  before = (await stored()).length
})

const stored = () => database.db.select().from(trailLine).orderBy(asc(trailLine.seq))
const newLines = async () => (await stored()).slice(before)
const trailId = async () => (await database.db.select().from(trail))[0]?.id ?? ''

const event = (what: string, other: Partial<TrailEvent> = {}): TrailEvent => ({
  ...{ at: '2026-01-01T00:00:00.000Z', kind: 'login', login: null, account: 'one', role: 'bidder' },
  ...{ unit: 'U', address: '10.0.0.1', agent: '浏览器', section: null, what, code: null, detail: '' },
  ...{ count: 1, ...other },
})

test('[TRL-1] several nodes append to one chain', async () => {
  const nodes = Array.from({ length: 4 }, () => createLineAppender(database))
  await Promise.all(
    nodes.map(async (append, node) => {
      for (const batch of [1, 2, 3]) await append([event(`${node} ${batch} a`), event(`${node} ${batch} b`)])
    }),
  )
  const lines = await stored()
  expect(await newLines()).toHaveLength(24)
  expect(firstTrailBreak(await trailId(), lines)).toBeNull()
  for (const line of lines) expect(trailLineSchema.parse(line)).toEqual(line)
})

test('[TRL-3] lines whose commit’s answer was lost are not written twice', async () => {
  const { db } = database
  const failing = { lost: false, refused: false }
  const transaction: typeof db.transaction = async (work) => {
    if (failing.refused) {
      const undone = db.transaction(async (tx) => {
        await work(tx)
        throw new Error('undone')
      })
      return undone as never
    }
    const done = await db.transaction(work)
    if (failing.lost) throw new Error('the answer was lost')
    return done
  }
  const append = createLineAppender({ db: Object.assign(Object.create(db), { transaction }) })
  failing.lost = true
  await expect(append([event('a'), event('b')])).rejects.toThrow('lost')
  await expect(append([event('a'), event('b'), event('c')])).rejects.toThrow('lost')
  failing.lost = false
  // Another node's lines come in between.
  await createLineAppender(database)([event('other')])
  failing.refused = true
  await expect(append([event('a'), event('b'), event('c'), event('d')])).rejects.toThrow('undone')
  failing.refused = false
  await append([event('a'), event('b'), event('c'), event('d')])
  expect((await newLines()).map(({ what }) => what)).toEqual(['a', 'b', 'c', 'other', 'd'])
  expect(firstTrailBreak(await trailId(), await stored())).toBeNull()
})

test.each([
  'update trail_line set account = $$x$$',
  'delete from trail_line',
  'truncate trail_line',
  'update trail set is_only = true',
  'truncate trail',
])('[TRL-1] the database refuses: %s', async (statement) => {
  await createLineAppender(database)([event('kept')])
  await expect(database.pool.query(statement)).rejects.toThrow('never changed')
  expect(await newLines()).toHaveLength(1)
})

test('[TRL-5] the newest come first, by kind, account, section and period, page by page', async () => {
  const append = createLineAppender(database)
  const section = crypto.randomUUID()
  const at = (minute: number) => `2030-01-01T00:0${minute}:00.000Z`
  await append([
    event('1', { at: at(1), account: 'reader', kind: 'export', section }),
    event('2', { at: at(2), account: 'reader' }),
    event('3', { at: at(3), account: 'other', section }),
  ])
  const whats = async (search: object) => {
    const { lines, total, more } = await readTrail(database, { page: 1, pageSize: 2, ...search })
    return [lines.map(({ what }) => what), total, more]
  }
  expect(await whats({ from: '2030-01-01T00:00:00Z' })).toEqual([['3', '2'], 3, false])
  expect(await whats({ from: '2030-01-01T00:00:00Z', page: 2 })).toEqual([['1'], 3, false])
  expect(await whats({ from: at(2), to: '2030-01-01T00:02:00Z' })).toEqual([['2'], 1, false])
  expect(await whats({ account: 'reader', kind: 'export' })).toEqual([['1'], 1, false])
  expect(await whats({ section: section.toUpperCase() })).toEqual([['3', '1'], 2, false])
  expect(await whats({ section: 'no such code' })).toEqual([[], 0, false])
})

test('[TRL-5] the exported trail is whole, also past a page', async () => {
  const append = createLineAppender(database)
  await append(Array.from({ length: 2100 }, (_, i) => event(`${i}`)))
  let text = ''
  for await (const piece of await exportTrail(database)) text += piece
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(head).toEqual({ form: 'kaibiao-trail/1', trail: await trailId() })
  expect(lines).toEqual(await stored())
  expect(firstTrailBreak(head.trail, lines)).toBeNull()
})
