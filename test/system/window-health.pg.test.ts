import { randomBytes, randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import type { Span } from '#domain/session/window.ts'
import { ok } from '#lib/result.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { createHallClock } from '#server/clock/hall-clock.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { createNodeWatch, type NodeWatch } from '#server/health/node-watch.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import type { Marks } from '#server/secrets/marks.ts'
import { createAuthority } from '#server/session/authority.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { rules } from '#test/support/sample-tender.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import * as histories from '../domain/histories.ts'
import { bidderCode, platform } from '../domain/sample-actors.ts'

/* Nodes on one database, with a clock that the test sets. */

const sessionId = randomUUID()
const logger = pino({ level: 'silent' })
const begin = epochOf('2026-03-02T02:00:00.000Z')
const limitMinutes = 10
const deadline = begin + limitMinutes * 60_000
const window: Span = { from: isoTime(begin), to: isoTime(deadline) }
const at = (second: number) => isoTime(begin + second * 1000)

let now: number
let database: Database
let log: SessionLog
let marks: Marks
/** The tables of the rows for which there was an alarm. */
let alarms: string[]
const parts = () => ({ logger, marks, onForged: (table: string) => void alarms.push(table) })
let ends: (() => Promise<unknown>)[]

beforeEach(async () => {
  now = begin
  const fresh = await freshDatabase()
  database = await openDatabase(fresh.url)
  const secrets = await testSecrets(database)
  marks = secrets.marks
  alarms = []
  log = await openPostgresLog(database, {
    keys: secrets.sections,
    random: randomBytes,
    now: Date.now,
  })
  ends = [fresh.drop, () => database.close(), () => log.close()]
  await log.create({ id: sessionId, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const happened = [
    ...histories.entered(),
    histories.frozen,
    event('DecryptionStarted', { limitMinutes, deadline: isoTime(deadline) }),
    ...histories.opening(1),
  ]
  await log.append(sessionId, {
    actor: platform,
    commandId: 'story',
    content: null,
    at: begin,
    decide: () => ok(happened),
  })
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
})

/** A node that beats once a second of the test's time until it is killed. */
async function startNode(skew = 0) {
  const clock = createHallClock(
    () => now + skew,
    () => now,
  )
  const watch = createNodeWatch(database.url, clock, parts(), () => now)
  await watch.start()
  let alive = true
  const kill = async () => {
    if (alive) await watch.stop()
    alive = false
  }
  ends.push(kill)
  return { watch, kill }
}

/** Lets seconds pass with these nodes at work. */
async function pass(seconds: number, ...nodes: { watch: NodeWatch }[]): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    now += 1000
    for (const { watch } of nodes) await watch.health(sessionId, window)
  }
}

/** An authority of this node. */
function authorityOf(watch: NodeWatch) {
  const preparation = {
    rules,
    ...noCertificates,
    attachments: { claim: async () => null },
    sectionState: async () => null,
    freezeRecord,
  }
  return createAuthority(log, preparation, () => now, logger, watch.health)
}

/** Lets a node close the window; the events that it wrote, by type. */
async function closed(watch: NodeWatch) {
  const authority = authorityOf(watch)
  await authority.start()
  const isClosed = async () => (await log.state(sessionId))?.unredactedState.decryption?.closed
  await expect.poll(isClosed, { timeout: 20_000 }).toBe(true)
  authority.stop()
  const entries = (await log.read(sessionId, 0, 1000))?.entries ?? []
  const payloadOf = (type: string) => entries.find((entry) => entry.type === type)?.payload
  return {
    health: payloadOf('WindowHealthRecorded'),
    line: payloadOf('BidderLineRecorded'),
    failure: payloadOf('BidFailed'),
  }
}

test('an offline bidder is the cause, even if one of two nodes was killed', async () => {
  const [one, two] = [await startNode(), await startNode()]
  one.watch.joined(sessionId, bidderCode(2))
  await pass(5, one, two)
  await one.kill()
  await pass(10, two)
  two.watch.joined(sessionId, bidderCode(2))
  await pass(20, two)
  two.watch.left(sessionId, bidderCode(2))
  await pass(limitMinutes * 60, two)
  const found = await closed(two.watch)
  expect(found.health).toEqual({ window, outages: [] })
  const connected = [
    { from: at(0), to: at(5) },
    { from: at(15), to: at(35) },
  ]
  expect(found.line).toEqual({ bidderCode: bidderCode(2), line: { connected, seconds: 25, losses: 1 } })
  expect(found.failure).toMatchObject({ bidderCode: bidderCode(2), kind: 'revoked', cause: 'time-out' })
})

test('if every node was down at the end, the window is prolonged once one is back', async () => {
  const [one, two] = [await startNode(), await startNode()]
  one.watch.joined(sessionId, bidderCode(2))
  await pass(2, one, two)
  await two.kill()
  now = deadline - 30_000
  await one.watch.health(sessionId, window)
  // Removes the outage that the test's leap recorded.
  await database.pool.query('delete from hall_outage')
  await one.kill()
  now = deadline + 60_000
  const three = await startNode()
  const authority = authorityOf(three.watch)
  await authority.start()
  const decryption = async () => (await log.state(sessionId))?.unredactedState.decryption
  const until = deadline + 120_000
  await expect.poll(async () => (await decryption())?.deadline).toBe(isoTime(until))
  expect((await decryption())?.closed).toBe(false)
  authority.stop()
  await pass(61, three)
  const found = await closed(three.watch)
  const outages = [{ from: isoTime(deadline - 30_000), to: isoTime(deadline + 60_000) }]
  expect(found.health).toEqual({ window: { ...window, to: isoTime(until) }, outages })
  expect(found.failure).toMatchObject({ bidderCode: bidderCode(2), kind: 'revoked', cause: 'time-out' })
})

test('a running server prolongs the window as soon as the database answers again', async () => {
  const node = await startNode()
  const authority = authorityOf(node.watch)
  await authority.start()
  node.watch.onOutage(authority.prolongWindows)
  await pass(2, node)
  // As long as the database does not answer, no beat is written.
  now += 20_000
  await node.watch.health(sessionId, window)
  const deadlineNow = async () => (await log.state(sessionId))?.unredactedState.decryption?.deadline
  await expect.poll(deadlineNow).toBe(isoTime(deadline + 20_000))
  authority.stop()
})

test('several nodes record an outage once, and a pause of some seconds is none', async () => {
  const first = await startNode()
  now += 3000
  await first.watch.health(sessionId, window)
  await first.kill()
  now += 3001
  const [one, two] = await Promise.all([startNode(), startNode()])
  for (const { watch } of [one, two]) {
    const { outages } = await watch.health(sessionId, window)
    expect(outages).toEqual([{ from: at(3), to: isoTime(now) }])
  }
})

test('nodes whose clocks differ by more than a pause record no false outage', async () => {
  const [one, ahead] = [await startNode(), await startNode(60_000)]
  await pass(10, one, ahead)
  expect((await one.watch.health(sessionId, window)).outages).toEqual([])
})

test.each([60_000, -60_000])(
  '[DBC-1] the record of a window is the same on a node whose clock is %i ms from the database’s',
  async (skew) => {
    const node = await startNode(skew)
    const asked = { from: at(0), to: at(30) }
    node.watch.joined(sessionId, bidderCode(1))
    node.watch.joined(sessionId, bidderCode(2))
    for (let second = 1; second <= 20; second += 1) {
      now += 1000
      if (second === 5) node.watch.left(sessionId, bidderCode(2))
      await node.watch.health(sessionId, asked)
    }
    now += 6000
    const { outages, lines } = await node.watch.health(sessionId, asked)
    expect(outages).toEqual([{ from: at(20), to: at(26) }])
    expect(lines[bidderCode(1)]).toEqual([{ from: at(0), to: at(26) }])
    expect(lines[bidderCode(2)]).toEqual([{ from: at(0), to: at(5) }])
  },
)

test('a connection to a dead node ended when the node did, even if the asking node’s clock differs', async () => {
  const [one, ahead] = [await startNode(), await startNode(8000)]
  one.watch.joined(sessionId, bidderCode(1))
  await pass(10, one, ahead)
  await one.kill()
  await pass(20, ahead)
  const { lines } = await ahead.watch.health(sessionId, window)
  expect(lines[bidderCode(1)]).toEqual([{ from: at(0), to: at(10), byNode: true }])
})

test('setting a clock during a window loses no connection record', async () => {
  let skew = 0
  const clock = createHallClock(
    () => now + skew,
    () => now,
  )
  const watch = createNodeWatch(database.url, clock, parts(), () => now)
  ends.push(() => watch.stop())
  await watch.start()
  watch.joined(sessionId, bidderCode(1))
  await pass(10, { watch })
  skew = -9000
  await pass(10, { watch })
  watch.left(sessionId, bidderCode(1))
  const { lines, outages } = await watch.health(sessionId, window)
  expect({ lines: lines[bidderCode(1)], outages }).toEqual({
    lines: [{ from: at(0), to: at(20) }],
    outages: [],
  })
})

test('without a test clock the database’s clock counts, whatever a node’s says', async () => {
  const watches = [0, 3_600_000, -3_600_000].map((skew) =>
    createNodeWatch(
      database.url,
      createHallClock(() => Date.now() + skew),
      parts(),
    ),
  )
  for (const watch of watches) {
    ends.push(() => watch.stop())
    await watch.start()
  }
  for (const watch of watches) await watch.health(sessionId, window)
  const { rows } = await database.pool.query('select * from hall_outage')
  expect(rows).toEqual([])
  const beats = await database.pool.query("select node from node_beat where at > now() - interval '1 hour'")
  expect(beats.rows).toHaveLength(3)
})

test('a thousand simultaneous connections are recorded even if the database was away meanwhile', async () => {
  const node = await startNode()
  await database.pool.query('alter table bidder_line rename to bidder_line_away')
  for (let n = 1; n <= 1000; n += 1) node.watch.joined(sessionId, bidderCode(n))
  await expect(node.watch.health(sessionId, window)).rejects.toThrow('bidder_line')
  await database.pool.query('alter table bidder_line_away rename to bidder_line')
  now += 1000
  const { lines } = await node.watch.health(sessionId, window)
  expect(Object.keys(lines)).toHaveLength(1000)
  expect(lines[bidderCode(1000)]).toEqual([{ from: at(0), to: at(1) }])
})

/** What is recorded after node two ended with its bidder connected, and node one was away for five seconds. */
async function evidenceOf(one: Awaited<ReturnType<typeof startNode>>) {
  const two = await startNode()
  two.watch.joined(sessionId, bidderCode(1))
  await pass(5, one, two)
  await two.kill()
  await pass(5, one)
  now += 5000
  await one.watch.health(sessionId, window)
  return {
    outages: [{ from: at(10), to: at(15) }],
    lines: { [bidderCode(1)]: [{ from: at(0), to: at(5), byNode: true }] },
  }
}

test('[KEY-5] what the database’s owner inserts or changes as evidence counts for nothing, with an alarm', async () => {
  const node = await startNode()
  const known = await evidenceOf(node)
  // With the mark of another row, as somebody would who has no key.
  await database.pool.query(
    'insert into hall_outage (from_at, to_at, mark) select $1, $2, mark from hall_outage',
    [at(-60), at(-1)],
  )
  await database.pool.query(
    `insert into bidder_line (id, session_id, bidder_code, node, from_at, until_at, mark)
     select gen_random_uuid(), session_id, $1, node, from_at, $2, mark from bidder_line`,
    [bidderCode(2), at(10)],
  )
  const fresh = await startNode()
  const asked = { from: at(-100), to: window.to }
  expect(await fresh.watch.health(sessionId, asked)).toEqual(known)
  expect(alarms).toEqual(['hall-outage', 'bidder-line'])
  await database.pool.query('update hall_outage set to_at = $1', [at(14)])
  expect(await fresh.watch.health(sessionId, asked)).toEqual({ ...known, outages: [] })
  await database.pool.query('update node_beat set at = $1', [at(9)])
  expect(await fresh.watch.health(sessionId, asked)).toEqual({ outages: [], lines: {} })
  expect(new Set(alarms)).toEqual(new Set(['hall-outage', 'bidder-line', 'node-beat']))
})

test('[KEY-5] a beat that was set back or ahead, or inserted, makes and hides no outage', async () => {
  const one = await startNode()
  await pass(5, one)
  await one.kill()
  await database.pool.query(
    'insert into node_beat (node, at, mark) select gen_random_uuid(), $1, mark from node_beat',
    [at(3600)],
  )
  now += 5000
  const two = await startNode()
  expect((await two.watch.health(sessionId, window)).outages).toEqual([{ from: at(5), to: at(10) }])
  await two.kill()
  await database.pool.query('delete from node_beat where at > $1', [at(3000)])
  await database.pool.query('update node_beat set at = $1', [at(1)])
  now += 1000
  const three = await startNode()
  expect((await three.watch.health(sessionId, window)).outages).toEqual([{ from: at(5), to: at(10) }])
})

test('[KEY-5] an outage counts neither beyond now nor while the asking node was at work, whoever marked it', async () => {
  const node = await startNode()
  await pass(10, node)
  const marked = (from: number, to: number) => [
    ...[new Date(from), new Date(to)],
    marks.of('hall-outage', [isoTime(from), isoTime(to)]),
  ]
  await database.pool.query(
    'insert into hall_outage (from_at, to_at, mark) values ($1, $2, $3), ($4, $5, $6)',
    [...marked(begin - 30_000, begin + 20_000), ...marked(begin + 5000, begin + 5 * 3_600_000)],
  )
  const asked = { from: at(-60), to: window.to }
  expect((await node.watch.health(sessionId, asked)).outages).toEqual([{ from: at(-30), to: at(0) }])
  now += 3500
  const { outages } = await node.watch.health(sessionId, asked)
  expect(outages.at(-1)).toEqual({ from: at(10), to: isoTime(now) })
})

test('old records are removed, younger ones are kept', async () => {
  const node = await startNode()
  for (let n = 1; n <= 1500; n += 1) node.watch.joined(sessionId, bidderCode(n))
  await node.watch.health(sessionId, window)
  now += 80 * 24 * 3_600_000
  node.watch.joined('00000000-0000-4000-8000-000000000001', bidderCode(1))
  await node.watch.health(sessionId, window)
  const kept = async () =>
    (await database.pool.query<{ count: number }>('select count(*)::int from bidder_line')).rows[0]?.count
  await node.watch.removeOld()
  expect(await kept()).toBe(1501)
  now += 11 * 24 * 3_600_000
  await node.watch.removeOld()
  expect(await kept()).toBe(1)
})
