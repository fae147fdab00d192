import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { createKeyPair } from '#seal/layers.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, fileId, platform, submission } from '#test/domain/sample-actors.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { rules } from '#test/support/sample-tender.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { createClockGate } from '../clock/clock-gate.ts'
import { createHallClock } from '../clock/hall-clock.ts'
import { createHallTime, readPrecisely } from '../clock/hall-time.ts'
import { readClock } from '../clock/read-clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { openPostgresLog } from '../log/postgres-log.ts'
import { type Authority, createAuthority } from './authority.ts'

/*
 * Nodes on one database that misjudge its clock, as after a machine was stopped for a while, or after the database's
 * clock was set: in their next command they are off by up to five seconds and do not know it. The database's clock says
 * what must become of the command.
 */

const preparation = {
  rules,
  ...noCertificates,
  attachments: { claim: async () => null },
  sectionState: async () => null,
  freezeRecord,
}

let database: Database
let key = ''
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  const fresh = await freshDatabase()
  database = await openDatabase(fresh.url)
  ends.push(fresh.drop, database.close)
  key = (await createKeyPair()).identity
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function databaseNow(): Promise<number> {
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now.getTime() ?? 0
}

/** `misjudge` makes the node's idea of the time wrong by so much until its next reading. */
async function startNode() {
  let ahead = 0
  let passed = 0
  const clock = createHallClock(
    () => Date.now() + ahead,
    () => performance.now() + passed,
  )
  const read = () => readClock(database.pool, clock)
  await readClock(database.pool, clock, 3)
  const { sections: keys } = await testSecrets(database)
  const log = await openPostgresLog(database, {
    ...{ keys, random: randomBytes, now: clock.now },
    readClock: (db) => readPrecisely(clock, () => readClock(db, clock)),
  })
  const hallTime = createHallTime(clock.now, clock, read, createClockGate(clock, read))
  const logger = pino({ level: 'silent' })
  const authority = createAuthority(log, preparation, clock.now, logger, undefined, hallTime)
  ends.push(async () => {
    authority.stop()
    await log.close()
  })
  return {
    ...{ log, authority },
    async misjudge(by: number) {
      ahead = 0
      await read()
      ahead = by
      passed += by
    },
  }
}

type Node = Awaited<ReturnType<typeof startNode>>

/** A section with this history. */
async function section({ log }: Node, history: SessionEvent[]): Promise<string> {
  const id = randomUUID()
  await log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const decide = () => ok(history)
  await log.append(id, { actor: platform, commandId: 'history', content: null, at: Date.now(), decide })
  return id
}

const decrypting = (limit: number) => [
  ...histories.entered(),
  histories.frozen,
  event('DecryptionStarted', { limitMinutes: 30, deadline: isoTime(limit) }),
]

/** What is given near a limit: a section in which it is one, the command, and the refusal after it. */
const acts = {
  bid: {
    history: (limit: number) => histories.enrolled({ opensAt: isoTime(limit) }),
    give: (authority: Authority, request: Parameters<Authority['decide']>[0]) =>
      authority.decide(request, { type: 'SubmitBid', payload: submission(1) }),
    late: 'submission-closed',
  },
  key: {
    history: decrypting,
    give: (authority: Authority, request: Parameters<Authority['decide']>[0]) =>
      authority.submit(request, {
        type: 'DecryptBid',
        payload: { fileId: fileId(1), method: 'file-key', key },
      }),
    late: 'decryption-closed',
  },
} as const

const stories = fc.record({
  act: fc.constantFrom('bid', 'key'),
  wrongBy: fc.constantFrom(4500, -4500, 2000, -2000, 300, -300, 0),
  /** Milliseconds from the limit at which it is given. */
  after: fc.integer({ min: -150, max: 150 }),
})

async function play(
  node: Node,
  { act, wrongBy, after }: typeof stories extends fc.Arbitrary<infer S> ? S : never,
) {
  const { history, give, late } = acts[act as keyof typeof acts]
  const limit = (await databaseNow()) + 250
  const sessionId = await section(node, history(limit))
  const wait = limit + after - (await databaseNow())
  await new Promise((resolve) => setTimeout(resolve, wait))
  await node.misjudge(wrongBy)
  const before = await databaseNow()
  const result = await give(node.authority, {
    sessionId,
    actor: bidder(1),
    commandId: randomUUID(),
    address: '',
  })
  const afterwards = await databaseNow()
  const code = result.ok ? 'accepted' : result.error.code
  expect(['accepted', late]).toContain(code)
  if (before >= limit) expect(code).toBe(late)
  if (afterwards < limit) expect(code).toBe('accepted')
}

test('[DBC-2] a node that misjudges the database’s clock takes nothing late and refuses nothing early', async () => {
  const nodes = await Promise.all(Array.from({ length: 8 }, startNode))
  const told = fc.sample(stories, { seed: 20261125, numRuns: 80 })
  await Promise.all(
    nodes.map(async (node, lane) => {
      for (const [index, story] of told.entries()) if (index % nodes.length === lane) await play(node, story)
    }),
  )
})

test('[DBC-2] a node that misjudges the database’s clock closes no window early', async () => {
  const node = await startNode()
  const limit = (await databaseNow()) + 700
  const id = await section(node, decrypting(limit))
  await node.misjudge(4500)
  await node.authority.start()
  const closed = async () =>
    (await node.log.read(id, 0, 100))?.entries.find(({ type }) => type === 'DecryptionClosed')
  await expect.poll(closed, { timeout: 10_000 }).toBeDefined()
  expect(await databaseNow()).toBeGreaterThanOrEqual(limit)
  expect(epochOf((await closed())?.at ?? '')).toBeGreaterThanOrEqual(limit)
})
