import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createLoginThrottle } from './login-throttle.ts'

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
// All buckets have drained.
beforeEach(() => {
  now += 3_600_000
})

const node = () => createLoginThrottle(database, () => now)

/** How many of so many failing attempts are admitted. */
async function passedOf(times: number, ask: (i: number) => ReturnType<ReturnType<typeof node>['attempt']>) {
  let passed = 0
  for (let i = 0; i < times; i++) if ('attempt' in (await ask(i))) passed += 1
  return passed
}

test('attempts at one account from one address are limited across nodes, in upper and lower case alike', async () => {
  const [here, there] = [node(), node()]
  const guess = (i: number) => (i % 2 ? here : there).attempt(i % 3 ? 'victim' : 'VICTIM', '10.0.0.1', false)
  expect(await passedOf(14, guess)).toBe(10)
  expect(await here.attempt('victim', '10.0.0.1', false)).toEqual({ wait: { seconds: 6 } })
  expect(await here.attempt('another', '10.0.0.1', false)).toHaveProperty('attempt')
  now += 6000
  expect(await passedOf(3, guess)).toBe(1)
})

test('attempts at many accounts from one address are limited, other addresses are not', async () => {
  const { attempt } = node()
  expect(await passedOf(70, (i) => attempt(`account-${i}`, '10.0.0.2', false))).toBe(60)
  expect(await attempt('account-0', '10.0.0.3', false)).toHaveProperty('attempt')
})

test('an IPv6 /64 counts as one address, and an IPv4 address in IPv6 notation as itself', async () => {
  const { attempt } = node()
  expect(await passedOf(14, (i) => attempt('six', `2001:db8:1:2::${i}`, false))).toBe(10)
  expect(await attempt('six', '2001:db8:1:3::1', false)).toHaveProperty('attempt')
  expect(await passedOf(14, (i) => attempt('four', i % 2 ? '10.0.0.4' : '::ffff:10.0.0.4', false))).toBe(10)
})

test('attempts from many addresses are limited, but not at an address where the owner logged in before', async () => {
  const { attempt } = node()
  expect(await passedOf(50, (i) => attempt('owner', `10.1.0.${i}`, false))).toBe(30)
  expect(await attempt('owner', '10.2.0.1', false)).toEqual({ wait: { seconds: 6 } })
  expect(await attempt('owner', '10.2.0.1', true)).toHaveProperty('attempt')
})

test('refused attempts do not prolong the limit', async () => {
  const { attempt } = node()
  await passedOf(100, () => attempt('hammered', '10.0.0.5', false))
  now += 60_000
  expect(await passedOf(20, () => attempt('hammered', '10.0.0.5', false))).toBe(10)
})

test('successful attempts are not counted: a whole company logs in from one address', async () => {
  const { attempt } = node()
  for (let i = 0; i < 100; i++) {
    const asked = await attempt(`colleague-${i}`, '10.0.0.6', false)
    if (!('attempt' in asked)) throw new Error(`refused after ${i}`)
    await asked.attempt.succeeded()
  }
})
