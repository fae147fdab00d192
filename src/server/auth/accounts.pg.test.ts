import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/pg-database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createAccounts } from './accounts.ts'

let drop: () => Promise<void>
let database: Database
let now = Date.parse('2026-03-02T00:00:00Z')

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
})
afterAll(async () => {
  await database.close()
  await drop()
})

function node() {
  return createAccounts(
    database,
    () => now,
    (length) => randomBytes(length),
  )
}

async function loggedIn(accounts: ReturnType<typeof node>): Promise<string> {
  const userCode = randomUUID()
  const fields = { userCode, password: 'a password', role: 'opener', name: '测试', unitCode: null } as const
  await accounts.add(fields)
  const result = await accounts.logIn(userCode, 'a password')
  if (!result.ok) throw new Error(result.error.code)
  return result.value.loginId
}

test('of many logins those stand that were neither ended, on whichever node, nor expired', async () => {
  const [here, there] = [node(), node()]
  const kept = await loggedIn(here)
  const ended = await loggedIn(here)
  expect(await here.standing([kept, ended, randomUUID()])).toEqual(new Set([kept, ended]))
  await there.logOut(ended)
  expect(await here.standing([kept, ended, kept])).toEqual(new Set([kept]))
  expect(await here.standing([])).toEqual(new Set())
  now += 13 * 3_600_000
  expect(await here.standing([kept])).toEqual(new Set())
})

test('logins asked for in one moment are found each by themselves', async () => {
  const accounts = node()
  const one = await loggedIn(accounts)
  const two = await loggedIn(accounts)
  now += 5000
  const found = await Promise.all([one, two, randomUUID(), one].map((id) => accounts.find(id)))
  expect(found.map((login) => login?.loginId)).toEqual([one, two, undefined, one])
  await accounts.logOut(one)
  expect(await accounts.find(one)).toBeNull()
})

test('a login that the heartbeat found standing is trusted as long as one that was looked up, and no longer', async () => {
  const [here, there] = [node(), node()]
  const id = await loggedIn(here)
  await here.find(id)
  now += 3900
  await here.standing([id])
  await there.logOut(id)
  now += 3900
  expect(await here.find(id)).toMatchObject({ loginId: id })
  now += 200
  expect(await here.find(id)).toBeNull()
})

test('a login that the heartbeat found ended is not trusted any more', async () => {
  const [here, there] = [node(), node()]
  const id = await loggedIn(here)
  await here.find(id)
  await there.logOut(id)
  await here.standing([id])
  expect(await here.find(id)).toBeNull()
})
