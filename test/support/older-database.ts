import type pg from 'pg'
import { readMigrations } from '#server/db/migrate.ts'

/** Gives a database the schema that a version before this migration made, without rows. */
export async function migrateUntil(client: pg.Client, until: string): Promise<void> {
  await client.query('drop schema public cascade; create schema public')
  await client.query(
    `create table migration (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  )
  for (const { name, sql, sha256 } of await readMigrations()) {
    if (name >= until) continue
    await client.query(sql)
    await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
  }
}
