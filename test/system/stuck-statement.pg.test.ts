import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { failureCode } from '#server/failure.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import { createAuthority } from '#server/session/authority.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { rules, tender } from '#test/support/sample-tender.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { opener, platform } from '../domain/sample-actors.ts'

/* A database whose statements hang, on a lock that is never released or without a visible reason. */

const timeoutMs = 900
let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let log: SessionLog
let other: pg.Client

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { statementMilliseconds: timeoutMs })
  log = await openPostgresLog(database, {
    keys: (await testSecrets(database)).sections,
    random: randomBytes,
    now: Date.now,
  })
  other = new pg.Client({ connectionString: fresh.url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await log.close()
  await database.close()
  await fresh.drop()
})

async function section() {
  const sessionId = randomUUID()
  await log.create({ id: sessionId, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const workshop = {
    rules,
    ...noCertificates,
    attachments: { claim: async () => null },
    sectionState: async () => null,
    freezeRecord,
  }
  const authority = createAuthority(log, workshop, Date.now, pino({ level: 'silent' }))
  const asked = (commandId: string, actor = opener) => ({ sessionId, actor, commandId, address: '' })
  const publish = { type: 'PublishTender', payload: { tender: tender() } } as const
  expect(await authority.decide(asked('publish', platform), publish)).toMatchObject({ ok: true })
  const say = (commandId: string) =>
    authority.submit(asked(commandId), { type: 'PostMessage', payload: { message: '开始' } })
  const count = async (table: 'entry' | 'command') => {
    const text = `select count(*)::int as count from ${table} where session_id = $1`
    return (await other.query<{ count: number }>(text, [sessionId])).rows[0]?.count
  }
  return { sessionId, say, count }
}

const codeOf = async (work: Promise<unknown>) => {
  const result = await work.catch((error: unknown) => error)
  return result instanceof Error ? failureCode(result) : result
}

test('[ACK-4] a command whose statement hangs is refused without effect, and a retry executes it once', async () => {
  const [stuck, well] = [await section(), await section()]
  await other.query('begin')
  await other.query('select 1 from session where id = $1 for update', [stuck.sessionId])
  const began = performance.now()
  expect(await codeOf(stuck.say('one'))).toBe('unavailable')
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await well.say('one')).toMatchObject({ ok: true, value: { seq: 2 } })
  expect([await stuck.count('entry'), await stuck.count('command')]).toEqual([1, 1])
  await other.query('rollback')
  expect(await stuck.say('one')).toMatchObject({ ok: true, value: { seq: 2 } })
  expect(await stuck.say('one')).toMatchObject({ ok: true, value: { seq: 2 } })
  expect([await stuck.count('entry'), await stuck.count('command')]).toEqual([2, 2])
})

test('[HB-5] a hanging read ends, and the section is read again as soon as possible', async () => {
  const { sessionId } = await section()
  await other.query('begin')
  await other.query('lock table entry in access exclusive mode')
  expect(await codeOf(log.state(sessionId))).toBe('unavailable')
  await other.query('rollback')
  expect(await log.state(sessionId)).toMatchObject({ head: 1 })
})

test('a statement without end is cancelled, and its connection works for the next', async () => {
  for (const pool of [database.pool, database.reads.$client]) {
    expect(await codeOf(pool.query('select pg_sleep(60)'))).toBe('unavailable')
    const { rows } = await pool.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  }
})

test('an idle transaction releases its locks', async () => {
  const quick = new pg.Client({
    connectionString: fresh.url,
    idle_in_transaction_session_timeout: 200,
  })
  quick.on('error', () => {})
  await quick.connect()
  const { sessionId, say } = await section()
  const gone = new Promise<void>((resolve) => quick.on('end', resolve))
  await quick.query('begin')
  await quick.query('select 1 from session where id = $1 for update', [sessionId])
  await gone
  expect(await say('one')).toMatchObject({ ok: true })
  for (const pool of [database.pool, database.reads.$client]) {
    const { rows } = await pool.query('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
  }
})
