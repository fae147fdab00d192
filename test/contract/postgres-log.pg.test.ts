import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firstBreak, recordEntry } from '#domain/log/entry.ts'
import { event } from '#domain/session/event.ts'
import { WrongClockError } from '#server/clock/wrong-clock.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { AlteredLogError } from '#server/log/log-marks.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import { lockSession } from '#server/log/rows.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import { bidder, bidderCode, opener } from '#test/domain/sample-actors.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { describeSessionLog } from './log-contract.ts'
import { allOf, give, must, steps } from './log-steps.ts'

const databases: Database[] = []
let fresh: Awaited<ReturnType<typeof freshDatabase>>
let log: SessionLog

beforeAll(async () => {
  fresh = await freshDatabase()
  log = await openNode()
})

afterAll(async () => {
  await log.close()
  for (const database of databases) await database.close()
  await fresh.drop()
})

/** Opens another node with a pool and a log of its own. */
async function openNode(
  limits?: { sessions: number; entriesPerSession: number; entries: number },
  now: () => number = Date.now,
  onAltered: (sessionId: string, seq: number) => void = () => {},
) {
  const database = await openDatabase(fresh.url, { connections: 5 })
  databases.push(database)
  const { sections: keys } = await testSecrets(database)
  return openPostgresLog(database, { keys, random: randomBytes, now, onAltered, ...(limits && { limits }) })
}

describeSessionLog('the log in PostgreSQL', { open: () => openNode() })
describeSessionLog('the log in PostgreSQL, with next to no memory', {
  open: () => openNode({ sessions: 1, entriesPerSession: 2, entries: 2 }),
})

test('sealed prices are in no table before their announcement', async () => {
  const id = await session(
    steps.publish,
    steps.enrol(1),
    steps.submit(1),
    steps.enter(opener),
    steps.persons,
    steps.openBids,
    steps.startDecryption,
    steps.decrypt(1),
    steps.settle(1),
  )
  const price = '1000001.50'
  const entries = await allOf(log, id)
  expect(JSON.stringify(entries)).toContain(price)
  const { rows } = await query(
    `select to_jsonb(entry)::text as row, encode(locked, 'escape') as secret from entry where session_id = $1
     union all select to_jsonb(session)::text, null from session where id = $1
     union all select to_jsonb(command)::text, null from command where session_id = $1`,
    [id],
  )
  expect(rows.length).toBeGreaterThan(entries.length)
  expect(JSON.stringify(rows)).not.toContain(price)
  expect(JSON.stringify(rows)).not.toContain('1000001')
})

test('the database refuses to change, delete or empty entries', async () => {
  const id = await session(steps.publish, steps.enrol(1))
  const before = await allOf(log, id)
  for (const sql of [
    `update entry set actor = 'somebody else' where session_id = '${id}'`,
    `delete from entry where session_id = '${id}'`,
    'truncate entry',
  ]) {
    await expect(query(sql)).rejects.toThrow('entries of a log are never changed')
  }
  expect(await allOf(await openNode(), id)).toEqual(before)
})

test('the section row has the data of the log', async () => {
  const id = await session(steps.publish, steps.enrol(1), steps.enrol(2), steps.submit(1))
  const { rows } = await query('select * from session where id = $1', [id])
  expect(rows[0]).toMatchObject({
    section_code: 'HN-2026-0101-01',
    status: 'not-opened',
    flow: 0,
    bidder_count: 1,
    head: 4,
    head_hash: (await allOf(log, id)).at(-1)?.hash,
    ended_at: null,
  })
  const enrolled = await query('select bidder_code from session_bidder where session_id = $1 order by 1', [
    id,
  ])
  expect(enrolled.rows.map((row) => row.bidder_code)).toEqual([bidderCode(1), bidderCode(2)])
})

test('concurrent commands share commits and keep their order', async () => {
  const id = await session(steps.publish, steps.enrol(1))
  const { rows: before } = await query('select xmin::text from entry where session_id = $1', [id])
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, i) => give(log, id, steps.post(String(i)))),
  )
  const entries = await allOf(log, id)
  expect(entries.slice(2).map((entry) => (entry.payload as { message: string }).message)).toEqual(
    results.map((_, i) => String(i)),
  )
  expect(firstBreak(id, entries)).toBeNull()
  const { rows: after } = await query('select distinct xmin::text from entry where session_id = $1', [id])
  expect(after.length - before.length).toBeLessThan(10)
})

test('a session that another node is writing to does not delay sessions in the same commit', async () => {
  const [held, free] = [await session(steps.publish), await session(steps.publish)]
  const other = new pg.Client({ connectionString: fresh.url })
  await other.connect()
  await other.query('begin')
  await lockSession(other, held)
  const later = give(log, held, steps.post('later'), 'later')
  must(await give(log, free, steps.post('now'), 'now'))
  const again = give(log, free, steps.post('again'), 'again')
  expect(await Promise.race([later.then(() => 'done'), again])).toMatchObject({ ok: true })
  await other.query('rollback')
  await other.end()
  expect(must(await later)).toMatchObject({ repeated: false, lastSeq: 2 })
})

test('a failed commit fails its commands and stores nothing of them', async () => {
  const id = await session(steps.publish, steps.enrol(1))
  await query(`create function refuse_new() returns trigger language plpgsql as
    $$ begin if new.type = 'MessagePosted' then raise exception 'disk full'; end if; return new; end $$`)
  await query('create trigger refuse_new before insert on entry for each row execute function refuse_new()')
  const given = [give(log, id, steps.submit(1), 'one'), give(log, id, steps.post('x'), 'two')]
  const results = await Promise.allSettled(given)
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  await query('drop trigger refuse_new on entry')
  expect(await log.head(id)).toBe(2)
  expect((await log.state(id))?.unredactedState.bidders[bidderCode(1)]?.files.technical).toBeUndefined()
  expect(await log.find(id, bidder(1).id, { commandId: 'one', content: null })).toBeNull()
  expect(must(await give(log, id, steps.submit(1), 'one'))).toMatchObject({ repeated: false, lastSeq: 3 })
})

test('[CMD-4] a command of before digests were kept gives its first result to any other under its id', async () => {
  const id = await session(steps.publish)
  const first = must(await give(log, id, steps.enrol(1), 'old'))
  await query('update command set digest = null where session_id = $1', [id])
  expect(must(await give(log, id, steps.enrol(2), 'old'))).toEqual({ ...first, repeated: true })
})

test('[KEY-1] the digest of a command cannot be made without the section’s key', async () => {
  const digests = async () => {
    const id = await session(steps.publish)
    must(await give(log, id, steps.enrol(1)))
    const { rows } = await query('select digest from command where session_id = $1 order by first_seq', [id])
    return rows.map(({ digest }) => digest)
  }
  const [one, two] = [await digests(), await digests()]
  expect(one).toEqual([expect.stringMatching(/^.{44}$/), expect.stringMatching(/^.{44}$/)])
  expect(one.filter((digest) => two.includes(digest))).toEqual([])
})

/** Chains a message by the opener to a log, as whoever can write to the database could; `head`: to the section's row, too. */
async function forge(id: string, moveHead: boolean) {
  const last = (await allOf(log, id)).at(-1)
  const place = { seq: (last?.seq ?? 0) + 1, at: last?.at ?? '', previous: last?.hash ?? '' }
  const sender = { actor: opener.id, role: opener.role, commandId: randomUUID() }
  const posted = event('MessagePosted', { message: '休会' } as never)
  const entry = recordEntry(posted, { ...place, ...sender }, (bytes) => '0'.repeat(2 * bytes))
  const { seq, type, version, at, actor, role, commandId, payload, commitments, previous, hash } = entry
  await query(
    `insert into entry (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, previous, hash, mark)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, mark from entry where session_id = $1 and seq = 1`,
    [
      ...[id, seq, type, version, at, actor, role, commandId],
      ...[JSON.stringify(payload), JSON.stringify(commitments), previous, hash],
    ],
  )
  if (moveHead) await query('update session set head = $2, head_hash = $3 where id = $1', [id, seq, hash])
  return seq
}

test.each([true, false])(
  '[KEY-7] an entry that is chained in the database, not by the hall, is acted on by no node (head moved: %s)',
  async (moveHead) => {
    const altered: [string, number][] = []
    const noted = (...what: [string, number]) => void altered.push(what)
    const following = await openNode(undefined, undefined, noted)
    const [id, other] = [await session(steps.publish, steps.enrol(1)), await session(steps.publish)]
    await following.state(id)
    const seq = await forge(id, moveHead)
    const later = await openNode(undefined, undefined, noted)
    for (const node of [following, later]) {
      for (let again = 0; again < 2; again += 1) await expect(node.state(id)).rejects.toThrow(AlteredLogError)
      await expect(give(node, id, steps.enrol(2))).rejects.toThrow(AlteredLogError)
      must(await give(node, other, steps.post('其他标段')))
    }
    expect(altered).toEqual([
      [id, seq],
      [id, seq],
    ])
    for (const node of [following, later]) await node.close()
  },
)

test('[KEY-7] what is new in many sections is read in one statement, and one that was altered fails alone', async () => {
  const following = await openNode()
  const pool = databases.at(-1)?.pool
  const ids = await Promise.all(Array.from({ length: 8 }, () => session(steps.publish, steps.enrol(1))))
  const [altered = ''] = ids
  const stateAll = () => Promise.allSettled(ids.map((id) => following.state(id)))
  await stateAll()
  await forge(altered, true)
  for (const [i, id] of ids.slice(1).entries()) {
    for (let n = 0; n < i; n += 1) must(await give(log, id, steps.post(`${id} ${n}`)))
  }
  const messages = Array.from({ length: 450 }, (_, n) => `many ${n}`)
  const many = ids.at(-1) ?? ''
  await Promise.all(messages.map((message) => give(log, many, steps.post(message))))
  const asked = vi.spyOn(pool ?? expect.fail(), 'query')
  const states = await stateAll()
  // The rest of a long one is read by itself.
  expect(asked.mock.calls.map(([query]) => (query as unknown as { name: string }).name)).toEqual([
    'kaibiao-entries-of-each',
    'kaibiao-entries',
  ])
  expect(states.map((read) => read.status)).toEqual(['rejected', ...Array(7).fill('fulfilled')])
  for (const [i, id] of ids.slice(1).entries()) {
    const expected = Array.from({ length: i }, (_, n) => `${id} ${n}`).concat(id === many ? messages : [])
    const read = await following.read(id, 2, 1000)
    expect(read?.entries.map(({ payload }) => payload)).toMatchObject(
      expected.map((message) => ({ message })),
    )
    expect(read).toEqual(await log.read(id, 2, 1000))
  }
  asked.mockImplementationOnce(() => Promise.reject(new Error('cannot be read')))
  expect((await stateAll()).map((read) => read.status)).toEqual(states.map((read) => read.status))
  asked.mockRestore()
  await following.close()
})

test('connections that the server cut are replaced, for appends and for notices', async () => {
  const id = await session(steps.publish)
  const other = await openNode()
  await other.state(id)
  await query(cutConnections)
  const appends = () => give(log, id, steps.enrol(1), 'cut').then(({ ok }) => ok, failed)
  await expect.poll(appends, { timeout: 10_000 }).toBe(true)
  let notices = 0
  const stop = other.onAppended((sessionId) => {
    if (sessionId === id) notices += 1
  })
  const isNotified = () => give(log, id, steps.post('hello?')).then(() => notices > 0, failed)
  await expect.poll(isNotified, { timeout: 10_000, interval: 100 }).toBe(true)
  stop()
  expect(await other.head(id)).toBe(await log.head(id))
  await other.close()
})

test('connections cut during appends neither lose nor double an acknowledged command', async () => {
  const nodes = [log, await openNode()] as const
  const id = await session(steps.publish)
  const cutting = cutAgainAndAgain()
  const acknowledged = await postByTenWriters(nodes, id)
  expect(await cutting.stop()).toBeGreaterThan(10)
  const later = await openNode()
  for (const node of [...nodes, later]) {
    await expect.poll(() => node.head(id).catch(() => null), { timeout: 10_000 }).toBe(301)
    const entries = await allOf(node, id)
    expect(firstBreak(id, entries)).toBeNull()
    const posted = entries.slice(1).map(({ seq, payload }) => [(payload as { message: string }).message, seq])
    // Each once, and with the seq that was acknowledged.
    expect(posted.toSorted()).toEqual([...acknowledged].toSorted())
  }
  await later.close()
  await nodes[1].close()
})

/** Cuts all other connections every 40 ms; `stop` answers how many were cut. */
function cutAgainAndAgain(): { stop(): Promise<number> } {
  let done = false
  const cutting = (async () => {
    const admin = new pg.Client({ connectionString: fresh.url })
    await admin.connect()
    let cuts = 0
    while (!done) {
      cuts += (await admin.query(cutConnections)).rowCount ?? 0
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    await admin.end()
    return cuts
  })()
  return {
    stop() {
      done = true
      return cutting
    },
  }
}

/**
 * Posts 300 messages by ten writers at once. Like any client, each sends a command again under the same id until it is
 * answered, by the one node or the other. Returns each message with its acknowledged seq.
 */
async function postByTenWriters(nodes: readonly [SessionLog, SessionLog], id: string) {
  const messages = Array.from({ length: 300 }, (_, i) => `第${i}句`)
  const acknowledged = new Map<string, number>()
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let i = writer; i < messages.length; i += 10) {
      const message = messages[i] ?? ''
      for (let attempt = i; !acknowledged.has(message); attempt += 1) {
        const node = nodes[attempt % 2 ? 1 : 0]
        const result = await give(node, id, steps.post(message), `say-${i}`).catch(() => null)
        if (result) acknowledged.set(message, must(result).lastSeq)
      }
    }
  })
  await Promise.all(writers)
  return acknowledged
}

/** Ends all connections to the database but its own. */
const cutConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const failed = () => false

async function session(...first: Parameters<typeof give>[2][]): Promise<string> {
  const id = randomUUID()
  await log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient' })
  for (const step of first) must(await give(log, id, step))
  return id
}

function query(sql: string, values: unknown[] = []) {
  const [database] = databases
  if (!database) throw new Error('no database is open')
  return database.pool.query(sql, values)
}

test.each([6000, -6000])(
  '[DBC-2] a node that is %i ms off the database’s clock writes nothing',
  async (off) => {
    const id = await session(steps.publish)
    const node = await openNode(undefined, () => Date.now() + off)
    const head = await log.head(id)
    // One entry, and one that changes the section list.
    for (const step of [steps.enter(opener), steps.enrol(1)])
      await expect(give(node, id, step)).rejects.toThrow(WrongClockError)
    expect(await log.head(id)).toBe(head)
    must(await give(log, id, steps.enrol(1)))
    await node.close()
  },
)
