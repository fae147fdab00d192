import { randomBytes, randomUUID } from 'node:crypto'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, slideTo } from '#test/support/captcha.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { Marks } from '../secrets/marks.ts'
import { createCaptcha } from './captcha.ts'
import { createSingleUse } from './single-use.ts'

let drop: () => Promise<void>
let database: Database
let marks: Marks
let now = Date.now()

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
  marks = (await testSecrets(database)).marks
})
afterAll(async () => {
  await database.close()
  await drop()
})

const node = () =>
  createCaptcha(
    createSingleUse(database, marks, () => now),
    () => now,
    randomBytes,
  )

async function issued() {
  const answer = await node().issue('127.0.0.1')
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

async function solved() {
  const { captchaId } = await issued()
  const x = await answerOf(database.url, captchaId)
  return { captchaId, x, track: slideTo(x) }
}

test('picture and piece have the announced sizes, and each picture is different', async () => {
  const [one, two] = [await issued(), await issued()]
  const [background, piece] = await Promise.all([one.background, one.piece].map((url) => loadImage(url)))
  expect([background?.width, background?.height]).toEqual([one.width, one.height])
  expect([piece?.width, piece?.height]).toEqual([one.pieceWidth, one.pieceWidth])
  expect(one.pieceY + one.pieceWidth).toBeLessThanOrEqual(one.height)
  expect(one.background).not.toBe(two.background)
})

test('[ACC-2] a solved puzzle gives a token that counts once, on any node', async () => {
  const [here, there] = [node(), node()]
  const { captchaId, x, track } = await solved()
  const checked = await here.check(captchaId, x, track)
  if (!checked.ok) throw new Error(checked.error.code)
  const uses = await Promise.all([here, there, here].map(({ use }) => use(checked.value.captchaToken)))
  expect(uses.filter(Boolean)).toHaveLength(1)
})

test('[ACC-2] a picture may be tried once, right or wrong', async () => {
  const { captchaId, x, track } = await solved()
  expect(await node().check(captchaId, x + 12, slideTo(x + 12))).toMatchObject({
    error: { code: 'captcha-wrong' },
  })
  expect(await node().check(captchaId, x, track)).toMatchObject({ error: { code: 'captcha-expired' } })
  const other = await solved()
  expect(await node().check(other.captchaId, other.x, [])).toMatchObject({ error: { code: 'captcha-wrong' } })
  expect(await node().check(randomUUID(), x, track)).toMatchObject({ error: { code: 'captcha-expired' } })
})

test('[ACC-2] an expired picture and an expired token are refused', async () => {
  const { captchaId, x, track } = await solved()
  now += 121_000
  expect(await node().check(captchaId, x, track)).toMatchObject({ error: { code: 'captcha-expired' } })
  const other = await solved()
  const checked = await node().check(other.captchaId, other.x, other.track)
  now += 121_000
  expect(checked.ok && (await node().use(checked.value.captchaToken))).toBe(false)
})

test('[KEY-5] a value for one use that was inserted, changed or prolonged in the database is none', async () => {
  const singleUse = createSingleUse(database, marks, () => now)
  const query = (sql: string, values: unknown[]) => database.pool.query(sql, values)
  const expiresAt = new Date(now + 60_000)
  for (const key of ['kept', 'changed', 'prolonged']) await singleUse.put(key, 'value', expiresAt)
  await query(
    "insert into single_use select $1, value, expires_at, mark from single_use where key = 'kept'",
    ['new'],
  )
  await query("update single_use set value = $1 where key = 'changed'", ['another'])
  await query("update single_use set expires_at = expires_at + $1 where key = 'prolonged'", ['1 hour'])
  for (const key of ['new', 'changed', 'prolonged']) expect(await singleUse.take(key)).toBeNull()
  expect(await singleUse.take('kept')).toBe('value')
})
