import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which tests make databases, and the migrated template. */
    postgres: { readonly url: string; readonly template: string }
  }
}

const templateLock = 5_271_003

/**
 * Builds the server that the tests run, and starts one PostgreSQL for all tests of this checkout: that of
 * DATABASE_URL, else an embedded one. Concurrent runs share it, and a server left by a killed run is taken over.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  build()
  process.env.KAIBIAO_SERVER = 'built'
  const checkout = createHash('sha256')
    .update(fileURLToPath(import.meta.url))
    .digest('hex')
    .slice(0, 12)
  const folder = join(tmpdir(), `kaibiao-test-${checkout}`)
  const given = process.env.DATABASE_URL
  const embedded = given ? null : await startEmbedded(folder, () => {})
  const url = given ?? embedded?.url ?? ''
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await dropLeftovers(client)
  project.provide('postgres', { url, template: await ensureTemplate(client, url) })
  await client.end()
  return async () => embedded?.stop()
}

/** Client and server from these sources, as `npm start` would build them. */
function build(): void {
  const { VITEST: _, ...env } = process.env
  const program = fileURLToPath(new URL('../../src/tools/build.mjs', import.meta.url))
  execFileSync(process.execPath, [program], { stdio: 'inherit', env })
}

/** A template database with the present schema and a password key, made once per version and only copied. */
async function ensureTemplate(client: pg.Client, url: string): Promise<string> {
  const version = createHash('sha256')
  for (const migration of await readMigrations()) version.update(migration.sha256)
  const name = `kaibiao_template_${version.digest('hex').slice(0, 12)}`
  await client.query('select pg_advisory_lock($1)', [templateLock])
  const known = await client.query('select 1 from pg_database where datname = $1', [name])
  if (!known.rowCount) {
    const draft = `${name}_new`
    await client.query(`drop database if exists ${draft}`)
    await client.query(`create database ${draft}`)
    const target = new URL(url)
    target.pathname = `/${draft}`
    const inside = new pg.Client({ connectionString: target.href })
    await inside.connect()
    await migrate(inside)
    await inside.query("insert into setting (key, value) values ('password-key', $1)", [passwordKey()])
    await inside.end()
    await client.query(`alter database ${draft} rename to ${name}`)
  }
  await client.query('select pg_advisory_unlock($1)', [templateLock])
  return name
}

/** The tests' servers share this key, because making one takes up to a third of a second. */
function passwordKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Drops databases of runs that were killed more than an hour ago. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like 'kaibiao\\_test\\_%'",
  )
  for (const { datname } of rows) {
    const seconds = Number(datname.split('_')[2])
    if (Date.now() / 1000 - seconds > 3600)
      await client.query(`drop database if exists ${datname} with (force)`)
  }
}
