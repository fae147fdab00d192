import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openedBidders } from '#domain/submission/bids.ts'
import { demoPassword } from '#protocol/demo-password.ts'
import { demoKeyFolder } from '#server/platform/keys.ts'
import { enterSession, logIn } from '#simulators/client/session-client.ts'
import { demoPlan } from '#simulators/demo/plan.ts'
import { accountsFile, prepareDemo, seedDemo } from '#simulators/demo/seed.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { createPlatformClient } from '#simulators/platform/client.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { type Hall, openHall } from './hall.ts'
import { encrypted, solveCaptcha } from './security-fixture.ts'

let hall: Hall
let database: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  database = await freshDatabase()
  hall = await openHall({ environment: { DEMO: '1', PLATFORM_KEY: '', DATABASE_URL: database.url } })
})
afterAll(async () => {
  await hall.close()
  await database.drop()
})

test('the demo has the accounts and the sections of every stage that the README names', async () => {
  const { http, dataDir } = hall
  const key = readFileSync(join(demoKeyFolder(dataDir), 'private.pem'), 'utf8')
  const platform = createPlatformClient({ url: http.url, key })
  const options = { url: http.url, platform, dataDir }
  const prepared = await prepareDemo()
  expect(await seedDemo(options, prepared)).toBe('seeded')

  const accounts = await http.call('getDemoAccounts')
  const codes = ['opener', 'supervisor', 'agency', 'tenderer', ...[1, 2, 3, 4, 5].map((n) => `bidder${n}`)]
  expect(accounts.map(({ userCode }) => userCode).sort()).toEqual(codes.sort())
  const certified = accounts.filter(({ certificate }) => certificate !== null)
  expect(certified.map(({ role }) => role).sort()).not.toContain('supervisor')
  for (const { userCode } of certified) {
    expect(existsSync(join(dataDir, 'demo', `${userCode}.p12`)), userCode).toBe(true)
  }

  const supervisor = await logIn(http, { userCode: 'supervisor' })
  const coming = await supervisor.call('getJYPTGongChengLieBiao', { body: {} })
  const minutes = coming.rows.map(({ remainTime }) => Math.ceil(remainTime / 60_000))
  expect(minutes).toEqual([0, 0, 2, 20, 24 * 60, 6 * 24 * 60])
  const statesOf = coming.rows.slice(0, 2).map(async ({ bdGuid }) => {
    const watching = await enterSession(supervisor, bdGuid)
    const state = await watching.until(({ decryption }) => decryption !== null, 'the decryption')
    watching.close()
    return [openedBidders(state).length, state.announcement?.reading?.position ?? 0]
  })
  // Three bids are open in one, and two of five are read in the other.
  expect((await Promise.all(statesOf)).sort()).toEqual([
    [3, 0],
    [5, 2],
  ])
  const joining = readdirSync(join(dataDir, 'demo/join')).sort()
  expect(joining).toEqual(
    coming.rows
      .slice(0, 2)
      .map(({ bdGuid }) => bdGuid)
      .sort(),
  )
  const ended = await supervisor.call('getBidProjKBEnd', { query: {} })
  expect(ended.rows.map(({ bidStatus, tbrCount }) => [bidStatus, tbrCount])).toEqual([['开标完', 5]])

  expect(existsSync(accountsFile(dataDir))).toBe(true)
  const stored = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  // The test itself wrote the platform's public key.
  const own = stored.filter((path) => path !== 'platform-key.pem')
  const open = own.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0)
  expect(open, 'files that others than the server’s user may read').toEqual([])
  const plan = await demoPlan({ now: Date.now, random: randomBytes })
  expect(await seedDemo(options, { ...prepared, plan })).toBe('not empty')
})

test('[ACC-10] the password that the README tells opens an account of the demo', async () => {
  const { http } = hall
  const PwdEnc = await encrypted(http, demoPassword)
  const CaptchaToken = await solveCaptcha(http, database.url)
  const { token } = await http.call('getOauth1', { body: { UserCode: 'opener', PwdEnc, CaptchaToken } })
  expect(await http.call('getLastProjectType', { token })).toEqual({ GCLX: 1 })
})
