import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createAccounts } from './accounts.ts'
import { createPasswords } from './password.ts'
import { createQrCodes } from './qr.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const asked = { purpose: 'login', role: 'bidder', address: '10.0.0.7' } as const

let database: Database
let drop: () => Promise<void>
let accountId: string
const certificate = '-----BEGIN CERTIFICATE-----'
let now = Date.parse('2026-05-01T08:00:00Z')
/** Two nodes on one database: the browser speaks to one, the phone to the other. */
let near: ReturnType<typeof createQrCodes>
let far: ReturnType<typeof createQrCodes>

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
  const { marks } = await testSecrets(database)
  const person = { userCode: 'one', password: 'secret', role: 'bidder', name: '甲', unitCode: 'U1' } as const
  const accounts = createAccounts(database, createPasswords(random), marks)
  await accounts.add(person)
  accountId = (await accounts.findByCode('one'))?.id ?? ''
  near = createQrCodes(database, marks, () => now, random)
  far = createQrCodes(database, marks, () => now, random)
})
beforeEach(() => {
  now += 3_600_000
})
afterAll(async () => {
  await database.close()
  await drop()
})

const expired = { ok: false, error: { code: 'qr-expired' } }

test('a code confirmed on one node logs in on another, as the user who confirmed it', async () => {
  const code = await near.issue(asked)
  expect(await near.status(code.id)).toEqual({ ok: true, value: 0 })
  expect(await far.scan(code.id)).toMatchObject({ ok: true, value: asked })
  expect(await near.status(code.id)).toEqual({ ok: true, value: 1 })
  expect(await far.answer(code.id, { accountId, certificate })).toEqual({ ok: true })
  expect(await near.status(code.id)).toEqual({ ok: true, value: 2 })
  expect(await near.use(code.id, code.secret)).toMatchObject({
    ok: true,
    value: { account: { userCode: 'one' }, certificate },
  })
})

test('[ACC-6] a code is used once, by simultaneous requests too', async () => {
  const code = await near.issue(asked)
  await far.scan(code.id)
  await far.answer(code.id, { accountId, certificate })
  const uses = await Promise.all([near, far, near, far].map((node) => node.use(code.id, code.secret)))
  expect(uses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await near.use(code.id, code.secret)).toMatchObject(expired)
  expect(await near.status(code.id)).toMatchObject(expired)
  expect(await far.scan(code.id)).toMatchObject(expired)
  expect(await far.answer(code.id, { accountId, certificate })).toMatchObject(expired)
})

test('[ACC-6] a code cannot be used without its secret, and an attempt does not use it up', async () => {
  const code = await near.issue(asked)
  const other = await near.issue(asked)
  await far.scan(code.id)
  await far.answer(code.id, { accountId, certificate })
  expect(await near.use(code.id, other.secret)).toMatchObject(expired)
  expect(await near.use(code.id, '')).toMatchObject(expired)
  expect(await near.use(code.id, code.secret)).toMatchObject({ ok: true })
})

test('an unconfirmed or declined code gives no login, and its browser learns why', async () => {
  const unanswered = await near.issue(asked)
  expect(await near.use(unanswered.id, unanswered.secret)).toMatchObject(expired)
  await far.scan(unanswered.id)
  expect(await near.use(unanswered.id, unanswered.secret)).toMatchObject(expired)
  for (const refused of ['qr-declined', 'qr-user-missing'] as const) {
    const code = await near.issue(asked)
    await far.scan(code.id)
    await far.answer(code.id, { refused })
    expect(await near.status(code.id)).toMatchObject({ ok: false, error: { code: refused } })
    expect(await near.use(code.id, code.secret)).toMatchObject(expired)
    expect(await far.answer(code.id, { accountId, certificate })).toMatchObject(expired)
  }
})

test('a code is answered once, and only after it was scanned', async () => {
  const code = await near.issue(asked)
  expect(await far.answer(code.id, { accountId, certificate })).toMatchObject(expired)
  await far.scan(code.id)
  const answers = [
    { accountId, certificate },
    { refused: 'qr-declined' },
    { accountId, certificate },
  ] as const
  const results = await Promise.all(answers.map((answer) => far.answer(code.id, answer)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

test('[ACC-6] an expired code is neither scanned nor answered; an answered one lives a little longer', async () => {
  const code = await near.issue(asked)
  const late = await near.issue(asked)
  now = code.expiresAt.getTime() - 1000
  await far.scan(code.id)
  await far.answer(code.id, { accountId, certificate })
  await far.scan(late.id)
  now += 2000
  expect(await far.answer(late.id, { accountId, certificate })).toMatchObject(expired)
  expect(await far.scan(late.id)).toMatchObject(expired)
  expect(await near.status(late.id)).toMatchObject(expired)
  expect(await near.use(code.id, code.secret)).toMatchObject({ ok: true })
})

test('unknown codes are refused like expired ones, and old ones are removed', async () => {
  expect(await near.status('AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject(expired)
  expect(await near.scan('AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject(expired)
  await near.issue(asked)
  now += 2 * 3_600_000
  await near.issue(asked)
  const { rows } = await database.pool.query('select count(*)::int as count from qr_code')
  expect(rows).toEqual([{ count: 1 }])
})

test('only the digest of the secret is stored', async () => {
  const { secret } = await near.issue(asked)
  const { rows } = await database.pool.query('select * from qr_code')
  expect(JSON.stringify(rows)).not.toContain(secret)
})
