import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** An empty database with the present schema, for one test file. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template } = inject('postgres')
  const name = `kaibiao_test_${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`
  await asAdmin(url, `create database ${name} template ${template}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => asAdmin(url, `drop database if exists ${name} with (force)`) }
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
