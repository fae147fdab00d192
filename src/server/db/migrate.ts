import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Client, PoolClient } from 'pg'

/** Beside this file in the sources, beside the server in the build. */
const folder = new URL('./migrations/', import.meta.url)

/** An arbitrary number, the same on every node: one node migrates, the others wait. */
const migrationLock = 5_271_001

interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

/** The numbered SQL files in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Migrates the database to this version's schema. Throws if it is newer, or if an applied migration has changed. */
export async function migrate(client: Client | PoolClient): Promise<void> {
  const migrations = await readMigrations()
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query(
      `create table if not exists migration (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))
    for (const name of applied.keys()) {
      if (!migrations.some((migration) => migration.name === name)) {
        throw new Error(`the database was made by a newer version: it has the migration ${name}`)
      }
    }
    for (const migration of migrations) {
      const known = applied.get(migration.name)
      if (known === undefined) await apply(client, migration)
      else if (known !== migration.sha256) {
        throw new Error(`the migration ${migration.name} is not the one this database was made with`)
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

async function apply(client: Client | PoolClient, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
