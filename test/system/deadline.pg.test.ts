import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionState } from '#domain/session/state.ts'
import { epochOf } from '#lib/time.ts'
import { createHallClock } from '#server/clock/hall-clock.ts'
import { startServer } from '#server/server.ts'
import { readSettings } from '#server/settings.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { enterSession, type Participant } from '#simulators/client/session-client.ts'
import { type Submission, sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { randomBytes } from '#simulators/fixtures/random-bytes.ts'
import { freePort, temporaryData } from '#simulators/fixtures/server-process.ts'
import { createPlatformClient } from '#simulators/platform/client.ts'
import { platformKeyFor } from '#simulators/platform/key-file.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { accountOf, bidderOf, publishFor, type Reached, testAuthority } from './hall.ts'
import { openDecryptionWindow } from './opening-steps.ts'
import { codeOf } from './refusals.ts'

/* The last millisecond of a decryption window, against a real server whose clock the test sets. */

/** When each bidder hands over the key, in milliseconds from the deadline, and by socket or REST. */
const plans = [-1, 0, 1].flatMap((at) => [{ at, road: 'socket' } as const, { at, road: 'rest' } as const])

let ahead = 0
let held: number | null = null
const clock = () => held ?? Date.now() + ahead

let stop: () => Promise<void>
let bids: readonly { readonly person: Participant; readonly submission: Submission }[]
let people: readonly Participant[]
let leader: Participant

beforeAll(async () => {
  const data = temporaryData()
  const database = await freshDatabase()
  const { key, environment } = platformKeyFor(data.folder)
  const settings = readSettings({
    ...{ ...environment, DATA_DIR: data.folder, DATABASE_URL: database.url, PORT: String(await freePort()) },
    ...{ HOST: '127.0.0.1', DEMO: '0', TEST_ACCOUNTS: '1' },
  })
  if (!settings.ok) throw new Error(settings.error)
  const logger = pino({ level: 'silent' })
  const { url, ...server } = await startServer({
    ...{
      settings: settings.value,
      // No reading corrects when a command came: the test's clock stands still.
      hallClock: { ...createHallClock(), at: (moment) => moment },
      clock,
      random: randomBytes,
      logger,
      pages: data.folder,
    },
  })
  const hall: Reached = { http: httpClient({ url }), platform: createPlatformClient({ url, key }) }
  const authority = await testAuthority()
  const bidders = await Promise.all(plans.map(() => bidderOf(hall, authority)))
  const { session, opensAt } = await publishFor(hall, bidders, 60)
  const submissions: Submission[] = []
  for (const [index, { account, certificate }] of bidders.entries()) {
    const bid = { figures: { price: `${index + 1}.00` }, files: [], certificate: certificate.helper }
    submissions.push(await sealAndSubmit(account, session, bid))
  }
  ahead = epochOf(opensAt) - Date.now()
  const roles = ['opener', 'agency', 'tenderer', 'supervisor'] as const
  const staff = await Promise.all(
    roles.map(async (role) => enterSession(await accountOf(hall, role), session)),
  )
  const own = await Promise.all(bidders.map(({ account }) => enterSession(account, session)))
  bids = own.map((person, index) => ({ person, submission: submissions[index] as Submission }))
  people = [...staff, ...own]
  leader = staff[0] as Participant
  stop = async () => {
    for (const person of people) person.close()
    await server.stop()
    await database.drop()
    data.remove()
  }
}, 180_000)

afterAll(() => stop?.())

/** The outcome of every bid, in the order of the plans. */
function outcomes(state: SessionState): (string | undefined)[] {
  return bids.map(({ person }) => {
    const file = state.bidders[person.unitCode]?.files.technical?.file
    return file && ('cause' in file ? `${file.status} ${file.cause}` : file.status)
  })
}

test('a key before the deadline counts, one at or after it does not, by socket and REST and in every view', {
  timeout: 120_000,
}, async () => {
  await openDecryptionWindow(leader, 5)
  const { decryption } = await leader.until((state) => state.decryption !== null, 'the window')
  const deadline = epochOf(decryption?.deadline ?? '')
  await Promise.all(people.map((person) => person.until((state) => state.decryption !== null, 'the window')))
  const told: string[] = []
  for (const [index, { at, road }] of plans.entries()) {
    const bid = bids[index]
    if (!bid) throw new Error('a bid is missing')
    const { fileId, fileKey: key } = bid.submission
    held = deadline + at
    const payload = { fileId, method: 'file-key', key } as const
    told.push(await codeOf(bid.person.send({ type: 'DecryptBid', payload }, road)))
  }
  expect(told).toEqual(plans.map(({ at }) => (at < 0 ? 'done' : 'decryption-closed')))

  held = deadline + 60_000
  const isOver = (state: SessionState) =>
    state.decryption?.closed === true && outcomes(state).every((one) => /^(imported|failed)/.test(one ?? ''))
  const views = await Promise.all(
    people.map(async (person) => outcomes(await person.until(isOver, 'the end'))),
  )
  for (const [index, { at }] of plans.entries()) {
    const seen = new Set(views.map((view) => view[index]))
    expect(seen.size, `bid ${index + 1} in every view`).toBe(1)
    expect([...seen][0]).toMatch(at < 0 ? /^imported$/ : /^failed /)
  }
})
