import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { genesisHash, recordEntry, recordForStorage } from '#domain/log/entry.ts'
import { event } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { keptOf } from '#protocol/socket/restored-epoch.ts'
import { subscribeSchema } from '#protocol/socket/sub.ts'
import { submission } from '#test/domain/sample-actors.ts'
import { migrateUntil } from '#test/support/older-database.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import type { Fold } from '../log/batch.ts'
import { beginMarks } from '../log/begin-marks.ts'
import { AlteredLogError } from '../log/log-marks.ts'
import { insertSession, selectEntries, selectSession } from '../log/rows.ts'
import { tellRestored } from '../log/tell-restored.ts'
import type { SectionKeys } from '../secrets/section-keys.ts'
import { type Database, openDatabase } from './database.ts'
import { readMigrations } from './migrate.ts'
import * as schema from './schema.ts'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = await openDatabase(fresh.url)
})

afterAll(async () => {
  await database.close()
  await drop()
})

test('the schema has exactly the tables and columns that the migrations create', async () => {
  const tables = Object.values(schema).filter((value) => is(value, PgTable))
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::integer as count from pg_tables where schemaname = 'public' and tablename <> 'migration'",
  )
  expect(tables).toHaveLength(rows[0]?.count ?? 0)
  for (const table of tables) expect(await database.db.select().from(table).limit(0)).toEqual([])
})

test('two nodes that open a database at the same time migrate it once', async () => {
  const nodes = await Promise.all([openDatabase(database.url), openDatabase(database.url)])
  const { rows } = await database.pool.query('select name from migration order by name')
  expect(rows).toEqual((await readMigrations()).map(({ name }) => ({ name })))
  for (const node of nodes) await node.close()
})

test.each(['begin', 'work'])(
  'a connection that breaks at the %s of a transaction is replaced',
  async (at) => {
    const { db, pool, close } = await openDatabase(database.url, { connections: 1 })
    let cut = () => {}
    pool.on('acquire', (client) => {
      cut = () => (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
      if (at === 'begin') cut()
    })
    const broken = db.transaction(async (tx) => {
      cut()
      await tx.execute('select 1')
    })
    await expect(broken).rejects.toThrow()
    pool.removeAllListeners('acquire')
    expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
    await close()
  },
)

/** A section with two entries as an older version wrote them; the second one's private fields are damaged. */
async function olderDatabase() {
  const older = await freshDatabase()
  const client = new pg.Client({ connectionString: older.url })
  await client.connect()
  await migrateUntil(client, '0017')
  const [id, key, nonce] = [randomUUID(), randomBytes(32), randomBytes(12)]
  const place = {
    actor: 'b',
    at: isoTime(0),
    commandId: 'c',
    previous: genesisHash(id),
    role: 'bidder',
    seq: 1,
  }
  const payload = {
    bidderCode: 'b',
    ...submission(1),
    fileId: randomUUID(),
    manifest: '开标',
    replaces: null,
  }
  const submitted = event('BidSubmitted', payload, { origin: { address: '10.0.0.1', hardwareSerial: null } })
  const { entry, secrets } = recordForStorage(
    submitted,
    place,
    () => randomBytes(16).toString('hex'),
    sha256Hex,
  )
  // The older form, AES-256-GCM: nonce, ciphertext, tag.
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${id}:1`))
  const text = Buffer.concat([cipher.update(secrets ?? ''), cipher.final()])
  await client.query(
    `insert into session (id, epoch, head, head_hash, private_key, seal_identity, seal_recipient, status, flow)
     values ($1, 'e', 1, $2, $3, 'i', 'r', 'published', 0)`,
    [id, entry.hash, key],
  )
  await client.query(
    `insert into entry (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, secret,
       previous, hash) values ($1, 1, $2, $3, $4, 'b', 'bidder', 'c', $5, $6, $7, $8, $9)`,
    [
      ...[
        id,
        entry.type,
        entry.version,
        entry.at,
        JSON.stringify(entry.payload),
        JSON.stringify(entry.commitments),
      ],
      ...[Buffer.concat([nonce, text, cipher.getAuthTag()]), entry.previous, entry.hash],
    ],
  )
  // Its private fields are damaged.
  const next = recordEntry(submitted, { ...place, seq: 2, previous: entry.hash }, () => '0'.repeat(32))
  await client.query(
    `insert into entry select session_id, 2, type, version, at, actor, role, command_id, payload, $1,
       substring(secret from 1 for 20), hash, $2 from entry`,
    [JSON.stringify(next.commitments), next.hash],
  )
  await client.query('update session set head = 2, head_hash = $1', [next.hash])
  await client.end()
  return { ...older, id, entry }
}

test('[KEY-7] what an older version encrypted, and did not mark, can be read after the migration', async () => {
  const { id, entry, ...older } = await olderDatabase()
  const opened = await openDatabase(older.url)
  const secrets = await testSecrets(opened)
  const { sections } = secrets
  expect(await selectEntriesOf(opened, sections, id).catch(String)).toContain('not as the hall wrote it')
  const witness = { has: () => false, note: () => {} }
  expect(await beginMarks(opened, secrets, witness)).toBe(1)
  expect(await beginMarks(opened, secrets, { ...witness, has: () => true })).toBe(0)
  const row = await selectSession(opened.pool, sections, id)
  expect(row && (await selectEntries(opened.pool, row, 0, 1))).toEqual([entry])
  // A damaged entry does not keep others from being read.
  await expect(row && selectEntries(opened.pool, row, 1, 1)).rejects.toThrow(AlteredLogError)
  await expect(opened.pool.query('update entry set locked = null')).rejects.toThrow('never changed')
  // Whoever removes what says so would have entries trusted that were added since.
  await opened.pool.query("delete from setting where key = 'log-marks'")
  const again = beginMarks(opened, secrets, { ...witness, has: () => true })
  await expect(again).rejects.toThrow('log-marks of the table setting is missing')
  await opened.close()
  await older.drop()
})

test('[BID-12] the migration fills the table of bid files from the log', async () => {
  const { id, entry, ...older } = await olderDatabase()
  const { fileId, ciphertextHash } = entry.payload as { fileId: string; ciphertextHash: string }
  const opened = await openDatabase(older.url)
  expect(await opened.db.select().from(schema.bidFile)).toEqual([{ sessionId: id, fileId, ciphertextHash }])
  await opened.close()
  await older.drop()
})

test('a database of a newer version, or with a changed migration, is refused', async () => {
  await database.pool.query("insert into migration (name, sha256) values ('9999-later.sql', 'x')")
  await expect(openDatabase(database.url)).rejects.toThrow('9999-later.sql')
  await database.pool.query("delete from migration where name = '9999-later.sql'")
  await database.pool.query("update migration set sha256 = 'other'")
  await expect(openDatabase(database.url)).rejects.toThrow('0001-start.sql')
})

test('[ALM-5] after a restored backup every log has an epoch that names the former one and what was kept', async () => {
  const id = randomUUID()
  const { pool } = database
  const { sections } = await testSecrets(database)
  const keys = { privateKey: randomBytes(32), sealIdentity: '', sealRecipient: '', second: null }
  const fold = { hash: '', state: { status: 'registered', flow: 0 } } as unknown as Fold
  await insertSession(pool, sections, { id, epoch: 'a1b2', ...keys, fold })
  const told = () => tellRestored(pool, sections, randomBytes)
  const epochOfSession = async () => (await selectSession(pool, sections, id))?.epoch ?? ''
  const headIs = (head: number) => pool.query('update session set head = $2 where id = $1', [id, head])
  await headIs(7)
  expect(await told()).toBeGreaterThan(0)
  const once = await epochOfSession()
  expect(keptOf('a1b2', once)).toBe(7)
  await headIs(5)
  await told()
  const twice = await epochOfSession()
  expect([keptOf('a1b2', twice), keptOf(once, twice)]).toEqual([5, 5])
  expect(subscribeSchema.safeParse({ session: id, epoch: twice, after: 0 }).success).toBe(true)

  // Whoever has the database alone can write an epoch, but the hall does not repeat what it says.
  await pool.query("update session set epoch = epoch || '~0~deadbeef' where id = $1", [id])
  expect(keptOf(twice, await epochOfSession())).toBeNull()
  await pool.query('update session set epoch = $2 where id = $1', [id, twice.replace('~7~', '~2~')])
  expect(keptOf('a1b2', await epochOfSession())).toBeNull()
})

async function selectEntriesOf({ pool }: Database, keys: SectionKeys, id: string) {
  const row = await selectSession(pool, keys, id)
  return row && selectEntries(pool, row, 0, 1)
}
