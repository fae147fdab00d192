import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/pg-database.ts'
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

test('every table and column of the schema is what the migrations made', async () => {
  const tables = Object.values(schema).filter((value) => is(value, PgTable))
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::integer as count from pg_tables where schemaname = 'public' and tablename <> 'migration'",
  )
  expect(tables).toHaveLength(rows[0]?.count ?? 0)
  for (const table of tables) expect(await database.db.select().from(table)).toEqual([])
})

test('two nodes that open one database at once migrate it once', async () => {
  const nodes = await Promise.all([openDatabase(database.url), openDatabase(database.url)])
  const { rows } = await database.pool.query('select name from migration order by name')
  expect(rows).toEqual((await readMigrations()).map(({ name }) => ({ name })))
  for (const node of nodes) await node.close()
})

test('a database of a newer version, or with another migration under a known name, is not touched', async () => {
  await database.pool.query("insert into migration (name, sha256) values ('9999-later.sql', 'x')")
  await expect(openDatabase(database.url)).rejects.toThrow('9999-later.sql')
  await database.pool.query("delete from migration where name = '9999-later.sql'")
  await database.pool.query("update migration set sha256 = 'other'")
  await expect(openDatabase(database.url)).rejects.toThrow('0001-start.sql')
})
