import { randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testPepper, testSecrets } from '#test/support/test-secrets.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { Marks } from '../secrets/marks.ts'
import { createAccounts } from './accounts.ts'
import { createLoginRows } from './login-rows.ts'
import { createPasswords, testCost } from './password.ts'

let drop: () => Promise<void>
let database: Database
let marks: Marks

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

const accounts = () => createAccounts(database, createPasswords(randomBytes, testPepper, testCost), marks)
const newcomer = () => {
  return {
    userCode: randomUUID(),
    password: 'a password',
    role: 'opener',
    name: '测试',
    unitCode: 'U',
  } as const
}

test('an account added twice under one id is added once; another id finds the code taken', async () => {
  const { add } = accounts()
  const [fields, id] = [newcomer(), randomUUID()]
  expect(await add(fields, id)).toBe(true)
  expect(await add(fields, id)).toBe(true)
  expect(await add(fields)).toBe(false)
})

test('only the right password is accepted, and none for an account that came from the platform', async () => {
  const { add, verify, upsertFromPlatform } = accounts()
  const fields = newcomer()
  await add(fields)
  expect(await verify(fields.userCode, 'a password')).toMatchObject({ userCode: fields.userCode })
  expect(await verify(fields.userCode, 'another')).toBeNull()
  const sent = { userCode: randomUUID(), role: 'bidder', name: '平台用户', unitCode: 'B' } as const
  await upsertFromPlatform(sent)
  for (const password of ['', 'a password', 'null']) expect(await verify(sent.userCode, password)).toBeNull()
})

test('a hash of a lower cost is replaced at the next login', async () => {
  const fields = newcomer()
  await accounts().add(fields)
  const passwords = createPasswords(randomBytes, testPepper)
  const { verify, findByCode } = createAccounts(database, passwords, marks)
  expect(await verify(fields.userCode, 'another')).toBeNull()
  expect((await findByCode(fields.userCode))?.passwordHash).toMatch(/^scrypt-pepper\$1024\$/)
  expect(await verify(fields.userCode, fields.password)).not.toBeNull()
  expect((await findByCode(fields.userCode))?.passwordHash).toMatch(/^scrypt-pepper\$16384\$/)
  expect(await verify(fields.userCode, fields.password)).not.toBeNull()
})

test('[KEY-8] a hash of before there was a pepper is replaced at the next login', async () => {
  const fields = newcomer()
  const { add, verify, findByCode } = accounts()
  const older = { ...createPasswords(randomBytes, testPepper, testCost), hash: plainHash }
  await createAccounts(database, older, marks).add(fields)
  expect((await findByCode(fields.userCode))?.passwordHash).toMatch(/^scrypt\$1024\$/)
  expect(await verify(fields.userCode, 'another')).toBeNull()
  expect(await verify(fields.userCode, fields.password)).not.toBeNull()
  expect((await findByCode(fields.userCode))?.passwordHash).toMatch(/^scrypt-pepper\$1024\$/)
  expect(await verify(fields.userCode, fields.password)).not.toBeNull()
  expect(await add({ ...fields, password: 'another' })).toBe(false)
})

/** As versions before the pepper hashed passwords. */
async function plainHash(password: string): Promise<string> {
  const key = scryptSync(password, 'salt', 32, { N: 1024, r: 8, p: 1 }).toString('base64url')
  return `scrypt$1024$8$1$${Buffer.from('salt').toString('base64url')}$${key}`
}

test('the platform’s description of a person replaces the one before', async () => {
  const { upsertFromPlatform, findByCode, findByUnit } = accounts()
  const userCode = randomUUID()
  const first = await upsertFromPlatform({ userCode, role: 'agency', name: '旧名', unitCode: 'A-1' })
  const second = await upsertFromPlatform({ userCode, role: 'opener', name: '新名', unitCode: 'A-2' })
  expect([first?.isChanged, second?.isChanged]).toEqual([true, true])
  const account = second?.account
  expect(account).toMatchObject({ id: first?.account.id, role: 'opener', name: '新名', unitCode: 'A-2' })
  expect(await findByCode(userCode)).toEqual(account)
  expect(await findByUnit('A-2', ['opener'])).toEqual(account)
  expect(await findByUnit('A-1', ['agency'])).toBeNull()
})

test('a change of role and a disabling end all logins of the account and of no other', async () => {
  const { add, findByCode, findByUnit, setRole, disable } = accounts()
  const rows = createLoginRows(database, marks, Date.now, [])
  async function loggedIn() {
    const { userCode } = newcomer()
    await add({ ...newcomer(), userCode, unitCode: userCode })
    const account = await findByCode(userCode)
    if (!account) throw new Error('no account')
    const start = { via: 'test', address: null, refreshHash: 'x' } as const
    return { userCode, id: (await rows.start(account, start)).loginId }
  }
  const [demoted, dismissed, other] = [await loggedIn(), await loggedIn(), await loggedIn()]
  await setRole(other.userCode, 'opener')
  await setRole(demoted.userCode, 'supervisor')
  await disable(dismissed.userCode)
  expect(await rows.activeAmong([demoted.id, dismissed.id, other.id])).toEqual(new Set([other.id]))
  expect((await rows.endedLately(60)).sort()).toEqual([demoted.id, dismissed.id].sort())
  expect(await findByUnit(dismissed.userCode, ['opener'])).toBeNull()
})

test('a person whom the platform sends for another unit loses their logins, otherwise keeps them', async () => {
  const { upsertFromPlatform } = accounts()
  const rows = createLoginRows(database, marks, Date.now, [])
  const person = { userCode: randomUUID(), role: 'bidder', name: '平台用户', unitCode: 'B-1' } as const
  const { account } = (await upsertFromPlatform(person)) ?? expect.fail('no account')
  const { loginId } = await rows.start(account, { via: 'sign-on', address: null, refreshHash: 'x' })
  const renamed = await upsertFromPlatform({ ...person, name: '新名' })
  expect(renamed).toMatchObject({ isChanged: true, ended: [] })
  expect(await upsertFromPlatform({ ...person, name: '新名' })).toMatchObject({ isChanged: false })
  expect(await rows.activeAmong([loginId])).toEqual(new Set([loginId]))
  expect(await upsertFromPlatform({ ...person, unitCode: 'B-2' })).toMatchObject({ ended: [loginId] })
  expect(await rows.activeAmong([loginId])).toEqual(new Set())
})

const byDatabase: Record<string, string> = {
  'another code': "user_code = user_code || '-x'",
  'another role': "role = 'supervisor'",
  'another unit': "unit_code = 'another'",
  'another name': "name = '别人'",
  'the hash of a known password': '',
  'no mark': 'mark = null',
}

test.each(Object.keys(byDatabase))(
  '[KEY-5] an account that was given %s in the database is none',
  async (what) => {
    const { add, verify, findByCode, findByUnit, upsertFromPlatform } = accounts()
    const fields = { ...newcomer(), unitCode: randomUUID() }
    const [id, known] = [randomUUID(), { ...newcomer(), password: 'known' }]
    await add(fields, id)
    await add(known)
    const change =
      byDatabase[what] || `password_hash = (select password_hash from account where user_code = $2)`
    await database.pool.query(`update account set ${change} where id = $1 and $2 <> ''`, [id, known.userCode])
    const code = what === 'another code' ? `${fields.userCode}-x` : fields.userCode
    for (const password of [fields.password, 'known']) expect(await verify(code, password)).toBeNull()
    expect(await findByCode(code)).toBeNull()
    for (const unit of [fields.unitCode, 'another'])
      expect(await findByUnit(unit, ['opener', 'supervisor'])).toBeNull()
    // The platform's word makes no such row the hall's.
    const { password: _, ...person } = fields
    expect(await upsertFromPlatform({ ...person, userCode: code })).toBeNull()
    expect(await findByCode(code)).toBeNull()
  },
)

test('[KEY-5] an account that was inserted in the database, or enabled again there, is none', async () => {
  const { add, disable, verify, findByCode } = accounts()
  const fields = newcomer()
  await add(fields)
  await disable(fields.userCode)
  expect(await findByCode(fields.userCode)).toMatchObject({ disabledAt: expect.any(Date) })
  await database.pool.query('update account set disabled_at = null where user_code = $1', [fields.userCode])
  expect(await verify(fields.userCode, fields.password)).toBeNull()
  await database.pool.query(
    `insert into account (id, user_code, name, role, unit_code, password_hash, mark)
     select gen_random_uuid(), 'inserted', name, 'supervisor', unit_code, password_hash, mark
     from account where user_code = $1`,
    [fields.userCode],
  )
  expect(await verify('inserted', fields.password)).toBeNull()
})
