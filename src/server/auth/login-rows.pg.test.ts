import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep, setImmediate as soon } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testPepper, testSecrets } from '#test/support/test-secrets.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { Marks } from '../secrets/marks.ts'
import { type AccountRow, createAccounts } from './accounts.ts'
import { createLoginRows } from './login-rows.ts'
import { createPasswords } from './password.ts'

let drop: () => Promise<void>
let database: Database
let marks: Marks
let account: AccountRow
let now = Date.parse('2026-03-02T00:00:00Z')
const minutes = 60_000

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
  marks = (await testSecrets(database)).marks
  const person = { userCode: 'agency-1', role: 'agency', name: '测试', unitCode: null } as const
  const added = await createAccounts(
    database,
    createPasswords(randomBytes, testPepper),
    marks,
  ).upsertFromPlatform(person)
  account = added?.account ?? expect.fail('no account')
})
afterAll(async () => {
  await database.close()
  await drop()
})

const node = () => createLoginRows(database, marks, () => now, ['agency'])
const loggedIn = async (rows: ReturnType<typeof node>, refreshHash = 'first') =>
  (await rows.start(account, { via: 'account', address: '10.0.0.1', refreshHash })).loginId

test('a login is active until it expires or any node ends it', async () => {
  const [here, there] = [node(), node()]
  const kept = await loggedIn(here)
  const ended = await loggedIn(here)
  expect(await here.activeAmong([kept, ended, randomUUID()])).toEqual(new Set([kept, ended]))
  await there.end(ended)
  expect(await here.activeAmong([kept, ended, kept])).toEqual(new Set([kept]))
  expect(await here.activeAmong([])).toEqual(new Set())
  now += 121 * minutes
  expect(await here.activeAmong([kept])).toEqual(new Set())
})

test('[ACC-12] a command’s look at a login sees at once that another node has ended it', async () => {
  const [here, there] = [node(), node()]
  const id = await loggedIn(here)
  expect(await here.find(id)).not.toBeNull()
  await there.end(id)
  expect(await here.find(id)).not.toBeNull()
  expect(await here.findNow(id)).toBeNull()
  expect(await here.find(id)).toBeNull()
})

test('[ACC-9] the roles in actAsOpener are openers once they are logged in', async () => {
  const rows = node()
  expect(await rows.find(await loggedIn(rows))).toMatchObject({ actor: { id: 'agency-1', role: 'opener' } })
})

test('logins looked up together are told apart', async () => {
  const rows = node()
  const one = await loggedIn(rows)
  const two = await loggedIn(rows)
  now += 5000
  const found = await Promise.all([one, two, randomUUID(), one].map((id) => rows.find(id)))
  expect(found.map((login) => login?.loginId)).toEqual([one, two, undefined, one])
  await rows.end(one)
  expect(await rows.find(one)).toBeNull()
})

test('logins looked up during a read are read together after it', async () => {
  const rows = node()
  const logins: string[] = []
  for (let i = 0; i < 6; i += 1) logins.push(await loggedIn(rows))
  const held = await database.pool.connect()
  await held.query('begin; lock table login in access exclusive mode')
  const reads = vi.spyOn(database.db, 'select')
  const asked: ReturnType<typeof rows.find>[] = []
  for (const id of logins) {
    asked.push(rows.find(id))
    await soon()
    expect(reads).toHaveBeenCalledTimes(1)
  }
  await sleep(100)
  expect(reads).toHaveBeenCalledTimes(1)
  await held.query('rollback')
  held.release()
  expect((await Promise.all(asked)).map((login) => login?.loginId)).toEqual(logins)
  expect(reads).toHaveBeenCalledTimes(2)
  reads.mockRestore()
})

test('a login that the heartbeat found active is trusted as long as one that was looked up', async () => {
  const [here, there] = [node(), node()]
  const id = await loggedIn(here)
  await here.find(id)
  now += 3900
  await here.activeAmong([id])
  await there.end(id)
  now += 3900
  expect(await here.find(id)).toMatchObject({ loginId: id })
  now += 200
  expect(await here.find(id)).toBeNull()
})

test('a login that activeAmong or endedLately found ended is no longer trusted', async () => {
  const [here, there] = [node(), node()]
  const [one, two] = [await loggedIn(here), await loggedIn(here)]
  for (const id of [one, two]) await here.find(id)
  await there.endAllOf('agency-1')
  await here.activeAmong([one])
  expect(await here.find(one)).toBeNull()
  expect(await here.find(two)).not.toBeNull()
  expect(await here.endedLately(60)).toEqual(expect.arrayContaining([one, two]))
  expect(await here.find(two)).toBeNull()
})

test('a refresh token counts once; used again it ends the login, on every node', async () => {
  const [here, there] = [node(), node()]
  const id = await loggedIn(here)
  const asked = { hash: 'first', key: randomUUID(), next: 'second' }
  expect(await here.rotate(id, asked)).toMatchObject({ loginId: id })
  expect(await there.rotate(id, { ...asked, key: randomUUID(), next: 'thief' })).toBeNull()
  expect(await here.rotate(id, { hash: 'second', key: randomUUID(), next: 'third' })).toBeNull()
  expect(await here.activeAmong([id])).toEqual(new Set())
})

test('a refresh may be repeated under its key until the next token is used', async () => {
  const [here, there] = [node(), node()]
  const id = await loggedIn(here)
  const asked = { hash: 'first', key: randomUUID(), next: 'lost' }
  await here.rotate(id, asked)
  expect(await there.rotate(id, { ...asked, next: 'second' })).toMatchObject({ loginId: id })
  expect(await here.rotate(id, { hash: 'second', key: randomUUID(), next: 'third' })).not.toBeNull()
  expect(await here.rotate(id, { ...asked, next: 'thief' })).toBeNull()
})

test('of two simultaneous refreshes with one token one succeeds', async () => {
  const [here, there] = [node(), node()]
  const id = await loggedIn(here)
  const answers = await Promise.all(
    [here, there].map((rows, i) => rows.rotate(id, { hash: 'first', key: randomUUID(), next: `next-${i}` })),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('a login lasts two hours from its last refresh and twelve in all', async () => {
  const rows = node()
  const id = await loggedIn(rows, 'token 0')
  const began = now
  for (let i = 0; i < 7; i++) {
    now += 100 * minutes
    const login = await rows.rotate(id, { hash: `token ${i}`, key: randomUUID(), next: `token ${i + 1}` })
    const end = Math.min(now + 120 * minutes, began + 720 * minutes)
    expect(login?.expiresAt.getTime()).toBe(end)
  }
  now = began + 720 * minutes
  expect(await rows.rotate(id, { hash: 'token 7', key: randomUUID(), next: 'x' })).toBeNull()
})

test('an address is known for a month after a login from it', async () => {
  const rows = node()
  await loggedIn(rows)
  expect(await rows.knowsAddress('agency-1', '10.0.0.1')).toBe(true)
  expect(await rows.knowsAddress('agency-1', '10.0.0.2')).toBe(false)
  expect(await rows.knowsAddress('agency-2', '10.0.0.1')).toBe(false)
  now += 31 * 24 * 60 * minutes
  expect(await rows.knowsAddress('agency-1', '10.0.0.1')).toBe(false)
})

test('ending the logins of one certificate ends no other login', async () => {
  const [here, there] = [node(), node()]
  const by = (certificate: string) =>
    here.start(account, { via: 'certificate', address: null, certificate, refreshHash: 'first' })
  const [one, two, other] = [await by('A'), await by('A'), await by('B')].map(({ loginId }) => loginId)
  const without = await loggedIn(here)
  expect((await there.certificates()).sort()).toEqual(['A', 'B'])
  expect((await there.endAllBy('A')).sort()).toEqual([one, two].sort())
  expect(await here.activeAmong([one, two, other, without].map(String))).toEqual(new Set([other, without]))
  expect(await there.certificates()).toEqual(['B'])
  now += 121 * minutes
  expect(await there.certificates()).toEqual([])
})

test('logins are removed after a month', async () => {
  const rows = node()
  now += 40 * 24 * 60 * minutes
  await rows.forgetOld()
  await loggedIn(rows)
  now += 29 * 24 * 60 * minutes
  const young = await loggedIn(rows)
  const kept = await rows.forgetOld()
  now += 2 * 24 * 60 * minutes
  expect([kept, await rows.forgetOld()]).toEqual([0, 1])
  now -= 2 * 24 * 60 * minutes
  expect(await rows.activeAmong([young])).toEqual(new Set([young]))
})

const byDatabase: Record<string, string> = {
  'given to another account': "account_id = (select id from account where user_code = 'other')",
  prolonged: "expires_at = expires_at + interval '1 hour'",
  'made younger': "created_at = created_at + interval '1 hour'",
  'given another refresh token': "refresh_hash = 'known'",
  'given another used refresh token': "previous_hash = 'known', refresh_key = gen_random_uuid()",
  'freed of its certificate': 'certificate = null',
  'said to have come about another way': "via = 'sign-on'",
  'said to be from elsewhere': "address = '10.9.9.9'",
  'freed of its mark': 'mark = null',
  'given the mark of another login': "mark = (select mark from login where certificate = 'B' limit 1)",
}

test.each(Object.keys(byDatabase))(
  '[KEY-5] a login that was %s by the database’s owner is none',
  async (how) => {
    const rows = node()
    const by = (certificate: string) =>
      rows.start(account, { via: 'certificate', address: null, certificate, refreshHash: 'first' })
    const other = { userCode: 'other', role: 'agency', name: '其他', unitCode: null } as const
    await createAccounts(database, createPasswords(randomBytes, testPepper), marks).upsertFromPlatform(other)
    const [{ loginId }, { loginId: kept }] = [await by('A'), await by('B')]
    const found = await node().findNow(loginId)
    expect(found).toMatchObject({ actor: { id: 'agency-1' } })
    await database.pool.query(`update login set ${byDatabase[how]} where id = $1`, [loginId])
    expect(await node().findNow(loginId)).toBeNull()
    expect(await rows.activeAmong([loginId, kept])).toEqual(new Set([kept]))
    expect(await rows.find(loginId)).toBeNull()
    for (const hash of ['first', 'known'])
      expect(await rows.rotate(loginId, { hash, key: randomUUID(), next: 'next' })).toBeNull()
  },
)

test('[KEY-5] a login that the database’s owner inserted, or whose end they undid, is none', async () => {
  const rows = node()
  const [kept, ended] = [await loggedIn(rows), await loggedIn(rows)]
  await rows.end(ended)
  await database.pool.query('update login set revoked_at = null where id = $1', [ended])
  const copy = `insert into login (id, account_id, created_at, expires_at, via, address, refresh_hash, mark)
    select $1, account_id, created_at, expires_at, via, address, refresh_hash, mark from login where id = $2`
  const inserted = randomUUID()
  await database.pool.query(copy, [inserted, kept])
  for (const id of [ended, inserted]) expect(await node().findNow(id)).toBeNull()
  expect(await rows.activeAmong([kept, ended, inserted])).toEqual(new Set([kept]))
})

test('[KEY-5] a login is none while its account is not as the hall wrote it', async () => {
  const id = await loggedIn(node())
  const rename = (from: string, to: string) =>
    database.pool.query('update account set user_code = $2 where user_code = $1', [from, to])
  await rename('agency-1', 'supervisor-1')
  expect(await node().findNow(id)).toBeNull()
  expect(await node().rotate(id, { hash: 'first', key: randomUUID(), next: 'next' })).toBeNull()
  await rename('supervisor-1', 'agency-1')
  expect(await node().findNow(id)).toMatchObject({ loginId: id })
})
