import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
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

const accounts = () => createAccounts(database, createPasswords(randomBytes, testCost), marks)
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
  const { verify, findByCode } = createAccounts(database, createPasswords(randomBytes), marks)
  expect(await verify(fields.userCode, 'another')).toBeNull()
  expect((await findByCode(fields.userCode))?.passwordHash).toMatch(/^scrypt\$1024\$/)
  expect(await verify(fields.userCode, fields.password)).not.toBeNull()
  expect((await findByCode(fields.userCode))?.passwordHash).toMatch(/^scrypt\$16384\$/)
  expect(await verify(fields.userCode, fields.password)).not.toBeNull()
})

test('the platform’s description of a person replaces the one before', async () => {
  const { upsertFromPlatform, findByCode, findByUnit } = accounts()
  const userCode = randomUUID()
  const first = await upsertFromPlatform({ userCode, role: 'agency', name: '旧名', unitCode: 'A-1' })
  const second = await upsertFromPlatform({ userCode, role: 'opener', name: '新名', unitCode: 'A-2' })
  expect(second).toMatchObject({ id: first?.id, role: 'opener', name: '新名', unitCode: 'A-2' })
  expect(await findByCode(userCode)).toEqual(second)
  expect(await findByUnit('A-2', ['opener'])).toEqual(second)
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
  const account = (await upsertFromPlatform(person)) ?? expect.fail('no account')
  const { loginId } = await rows.start(account, { via: 'sign-on', address: null, refreshHash: 'x' })
  await upsertFromPlatform({ ...person, name: '新名' })
  expect(await rows.activeAmong([loginId])).toEqual(new Set([loginId]))
  await upsertFromPlatform({ ...person, unitCode: 'B-2' })
  expect(await rows.activeAmong([loginId])).toEqual(new Set())
})
