import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testPepper, testSecrets } from '#test/support/test-secrets.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createAccounts } from './accounts.ts'
import { digestOf } from './digest.ts'
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
  const accounts = createAccounts(database, createPasswords(random, testPepper), marks)
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

const known = { secret: 'known', hash: digestOf('known') }

test('[KEY-5] a code that the database’s owner confirmed for somebody, inserted or used again gives no login', async () => {
  const query = (sql: string, values: unknown[]) => database.pool.query(sql, values)
  const confirmed = 'scanned_at = $2, answered_at = $2, account_id = $3, certificate = $4'
  const mine = await near.issue(asked)
  const confirm = [mine.id, new Date(now), accountId, certificate]
  await query(`update qr_code set ${confirmed} where id = $1`, confirm)
  expect(await near.use(mine.id, mine.secret)).toMatchObject(expired)
  await query(
    `insert into qr_code (id, purpose, role, secret_hash, address, expires_at, scanned_at, answered_at, account_id,
       certificate, mark) select 'inserted', purpose, role, $2, address, expires_at, scanned_at, answered_at,
       account_id, certificate, mark from qr_code where id = $1`,
    [mine.id, known.hash],
  )
  expect(await near.use('inserted', known.secret)).toMatchObject(expired)

  const theirs = await near.issue(asked)
  await far.scan(theirs.id)
  await far.answer(theirs.id, { accountId, certificate })
  expect(await near.use(theirs.id, theirs.secret)).toMatchObject({ ok: true })
  await query('update qr_code set used_at = null where id = $1', [theirs.id])
  expect(await near.use(theirs.id, theirs.secret)).toMatchObject(expired)
})

test.each(['before the scan', 'before the answer', 'after the answer'])(
  '[KEY-5] a code whose secret was replaced in the database %s gives no login',
  async (when) => {
    const code = await near.issue(asked)
    const replace = () =>
      database.pool.query('update qr_code set secret_hash = $2 where id = $1', [code.id, known.hash])
    if (when === 'before the scan') await replace()
    const scanned = await far.scan(code.id)
    if (when === 'before the answer') await replace()
    const answered = scanned.ok && (await far.answer(code.id, { accountId, certificate })).ok
    if (when === 'after the answer') await replace()
    expect([scanned.ok, answered]).toEqual([when !== 'before the scan', when === 'after the answer'])
    for (const secret of [code.secret, known.secret])
      expect(await near.use(code.id, secret)).toMatchObject(expired)
  },
)

test('[KEY-5] what is to be signed cannot be replaced in the database before the phone shows it', async () => {
  const document = { type: 'record', hash: 'a'.repeat(64) } as never
  const signing = {
    sessionId: accountId,
    actorId: 'one',
    unitCode: 'U1',
    sectionCode: 'S',
    sectionName: '一',
    document,
  }
  const code = await near.issue({ ...asked, purpose: 'sign', signing })
  expect(await far.scan(code.id)).toMatchObject({ ok: true, value: { signing } })
  await database.pool.query(
    `update qr_code set signing = jsonb_set(signing, '{document,hash}', '"another"') where id = $1`,
    [code.id],
  )
  expect(await far.scan(code.id)).toMatchObject(expired)
  expect(await far.answer(code.id, { certificate, jws: 'jws', cms: null })).toMatchObject(expired)
})
