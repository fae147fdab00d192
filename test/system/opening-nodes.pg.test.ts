import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createClaims } from '#server/bid-file-processor/claims.ts'
import { createWorkerPool, type WorkerPool } from '#server/bid-file-processor/worker-pool.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { testSecrets } from '#test/support/test-secrets.ts'
import { allSettled, bidFileFixture, hangingPool, processorOn } from '../support/bid-file-fixture.ts'

/** Ends what a test started, in reverse order. */
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function nodeOn(url: string): Promise<{ database: Database; log: SessionLog }> {
  const database = await openDatabase(url)
  ends.push(() => database.close())
  const log = await openPostgresLog(database, {
    keys: (await testSecrets(database)).sections,
    random: randomBytes,
    now: Date.now,
  })
  ends.push(() => log.close())
  return { database, log }
}

async function freshUrl(): Promise<string> {
  const { url, drop } = await freshDatabase()
  ends.push(drop)
  return url
}

/** Notes the files that pass through a pool. */
function counting(pool = createWorkerPool()): WorkerPool & { readonly opened: string[] } {
  const opened: string[] = []
  return {
    opened,
    run(task, onRead) {
      opened.push(task.expected.bidderCode)
      return pool.run(task, onRead)
    },
    stop: () => pool.stop(),
  }
}

test('two nodes share the files of a section and open each once', { timeout: 120_000 }, async () => {
  const url = await freshUrl()
  const [one, two] = [await nodeOn(url), await nodeOn(url)]
  const fixture = await bidFileFixture(
    Array.from({ length: 12 }, () => ({})),
    one.log,
  )
  ends.push(() => fixture.close())
  const pools = [counting(), counting()]
  for (const [i, { log }] of [one, two].entries()) {
    const pool = pools[i] ?? counting()
    const processor = await processorOn({ ...fixture, log }, { pool, claims: createClaims(url) })
    ends.push(() => processor.stop())
  }
  await Promise.all(Array.from({ length: 12 }, (_, i) => fixture.handOver(i + 1)))
  await allSettled(fixture, 60_000)
  for (let n = 1; n <= 12; n += 1) expect((await fixture.fileOf(n)).status).toBe('imported')
  const opened = pools.flatMap((pool) => pool.opened)
  expect(opened.toSorted()).toEqual([...new Set(opened)].toSorted())
  expect(opened).toHaveLength(12)
  expect((await fixture.state()).decryption).toMatchObject({ closed: true, cause: 'all-opened' })
})

test('files claimed by a node that loses the database are opened by another node', {
  timeout: 120_000,
}, async () => {
  const url = await freshUrl()
  const [one, two] = [await nodeOn(url), await nodeOn(url)]
  const fixture = await bidFileFixture([{}], one.log)
  ends.push(() => fixture.close())
  const [held, free] = [counting(hangingPool(() => {})), counting()]
  const first = await processorOn(fixture, { pool: held, claims: createClaims(url) })
  ends.push(() => first.stop())
  await fixture.handOver(1)
  await expect.poll(() => held.opened).toHaveLength(1)
  const second = await processorOn({ ...fixture, log: two.log }, { pool: free, claims: createClaims(url) })
  ends.push(() => second.stop())
  await sleep(2500)
  expect(free.opened).toEqual([])
  await cutClaims(url)
  await allSettled(fixture, 60_000)
  expect((await fixture.fileOf(1)).status).toBe('imported')
})

test('a claim does not wait for a silent database', { timeout: 60_000 }, async () => {
  const url = new URL(await freshUrl())
  const { wire, port } = await wireTo(url.hostname, Number(url.port))
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const claims = createClaims(url.href, 500)
  ends.push(() => claims.close())
  expect(await claims.take('a')).toBe(true)
  wire.silent = true
  await expect(claims.take('b')).rejects.toThrow(/timeout/)
  await claims.giveBack('a')
  await expect(claims.take('b')).rejects.toThrow(/timeout/)
  wire.silent = false
  expect(await claims.take('b')).toBe(true)
  // The silent connection was dropped, so its claim on 'a' is free again.
  await expect.poll(() => claims.take('a')).toBe(true)
})

/** A connection to the database that can fall silent: nothing comes through, and nothing is lost. */
async function wireTo(host: string, databasePort: number) {
  const wire = { silent: false }
  const server = createServer((near) => {
    const far = connect(databasePort, host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (bytes) => wire.silent || other.write(bytes))
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  ends.push(async () => server.close())
  return { wire, port: (server.address() as AddressInfo).port }
}

async function cutClaims(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'kaibiao claims' and datname = current_database()
    and pid in (select pid from pg_locks where locktype = 'advisory')`
  await client.query(cut).finally(() => client.end())
}
