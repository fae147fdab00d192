import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Entry, firstBreak } from '#domain/log/entry.ts'
import type { SessionState } from '#domain/session/state.ts'
import { openDatabase } from '#server/db/database.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import { secretsIn } from '#simulators/fixtures/hall-secrets.ts'
import { freePort, startServer } from '#simulators/fixtures/server-process.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { furnishDecryption } from '../bench/decrypt-data.ts'

/** Ends what a test started, in reverse order. */
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const smallFiles = 40
const largeBytes = 200_000_000

test('a server killed while opening files, and while reading a large one, opens each file once', {
  timeout: 300_000,
}, async () => {
  const { hall, start, state, entries } = await openingOfManyFiles()
  const opened = async () =>
    Object.values((await state()).bidders).filter(
      ({ files: own }) => own.technical?.file.status === 'imported',
    ).length

  const first = await start()
  await hall.handOver()
  await until(async () => (await opened()) > smallFiles / 4)
  await first.kill()
  const afterFirst = await opened()
  expect(afterFirst).toBeLessThan(smallFiles + 1)

  const second = await start()
  await until(async () => (await readPercent(second.url, hall.tokens[0] ?? '')) > 20)
  await second.kill()
  expect((await state()).decryption?.closed).toBe(false)

  await start()
  await until(async () => (await state()).decryption?.closed === true)
  expect((await state()).decryption).toMatchObject({ cause: 'all-opened' })
  expect(await opened()).toBe(smallFiles + 1)
  openedEachOnce(hall.session, await entries())
})

/** A session with one large and many small files before their opening, and servers that can be killed. */
async function openingOfManyFiles() {
  const { url, drop } = await freshDatabase()
  ends.push(drop)
  const database = await openDatabase(url)
  ends.push(() => database.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'kaibiao-opening-crash-'))
  ends.push(() => rm(dataDir, { recursive: true }))
  const secrets = await secretsIn(dataDir, database)
  const log = await openPostgresLog(database, { keys: secrets.sections, random: randomBytes, now: Date.now })
  ends.push(() => log.close())
  const files = await openFileStore(join(dataDir, 'files'))
  const small = Array.from({ length: smallFiles }, () => 300_000)
  const hall = await furnishDecryption({ database, secrets, log, files }, [largeBytes, ...small])
  return {
    hall,
    /** Starts a server; it is ended by SIGKILL. */
    async start() {
      const server = await startServer({
        dataDir,
        port: await freePort(),
        environment: { DATABASE_URL: url },
      })
      ends.push(() => server.kill())
      return server
    },
    async state(): Promise<SessionState> {
      const known = await log.state(hall.session)
      if (!known) throw new Error('the session does not exist')
      return known.unredactedState
    },
    async entries(): Promise<readonly Entry[]> {
      const head = (await log.head(hall.session)) ?? 0
      return (await log.read(hall.session, 0, head))?.entries ?? []
    },
  }
}

/** How much of the large file has been read, in percent; 0 while the server is not reading it. */
async function readPercent(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/KB_Local/getImportStatus`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const status = (await response.json()) as { reading: { percent: number }[] }
  return status.reading[0]?.percent ?? 0
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) await sleep(5)
}

function openedEachOnce(session: string, entries: readonly Entry[]): void {
  expect(firstBreak(session, entries)).toBeNull()
  for (const type of ['BidDecrypted', 'BidImported']) {
    const codes = entries.filter((entry) => entry.type === type).map(bidderOf)
    expect(codes.length, type).toBe(smallFiles + 1)
    expect(new Set(codes).size, type).toBe(smallFiles + 1)
  }
  expect(entries.filter(({ type }) => type === 'BidFailed' || type === 'DecryptionRefused')).toEqual([])
}

function bidderOf({ payload }: Entry): unknown {
  return (payload as { bidderCode?: unknown }).bidderCode
}
