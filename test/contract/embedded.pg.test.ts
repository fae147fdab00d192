import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'

// Making and syncing a database folder takes long on a busy disk.
vi.setConfig({ testTimeout: 120_000 })

const processes: ChildProcess[] = []

afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
})

/** A path for a data folder; a server left running in it is ended after the test. */
function freshFolder(): string {
  const folder = newPath()
  onTestFinished(() => remove(folder))
  return folder
}

/** The folder of the tests that need no new one. */
const usedFolder = newPath()
afterAll(() => remove(usedFolder))

function newPath(): string {
  return join(tmpdir(), `kaibiao-embedded-${randomUUID()}`)
}

async function remove(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  if (serverIn(folder) !== null) await (await startEmbedded(folder, () => {})).stop()
  rmSync(folder, { recursive: true, force: true })
}

async function hold(folder: string): Promise<{ url: string; child: ChildProcess }> {
  const script = fileURLToPath(new URL('./embedded-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  processes.push(child)
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return { url: line.toString().trim(), child }
}

async function letGo({ child }: { child: ChildProcess }): Promise<void> {
  const ended = once(child, 'exit')
  child.stdin?.write('stop\n')
  expect(await ended).toEqual([0, null])
}

async function kill({ child }: { child: ChildProcess }): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** The process number of the server in a folder; null when none runs. */
function serverIn(folder: string): number | null {
  const path = join(folder, 'postgres', 'postmaster.pid')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : null
}

test('a server left behind by kill -9 is taken over, with what was committed', async () => {
  const folder = freshFolder()
  const first = await hold(folder)
  await query(first.url, 'create table kept as select 42 as n')
  const pid = serverIn(folder)
  await kill(first)
  const second = await hold(folder)
  expect(second.url).toBe(first.url)
  expect(serverIn(folder)).toBe(pid)
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }])
  await letGo(second)
  expect(serverIn(folder)).toBeNull()
  const third = await hold(folder)
  expect(await query(third.url, 'select n from kept')).toEqual([{ n: 42 }])
  await letGo(third)
})

test('processes on one folder share its server, and the last one stops it', async () => {
  const folder = freshFolder()
  const [first, second] = await Promise.all([hold(folder), hold(folder)])
  const pid = serverIn(folder)
  expect(second.url).toBe(first.url)
  await letGo(first)
  expect(serverIn(folder)).toBe(pid)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await letGo(second)
  expect(serverIn(folder)).toBeNull()
})

test('two starts in one process on one new folder share its server', async () => {
  const folder = freshFolder()
  const [first, second] = await Promise.all([1, 2].map(() => startEmbedded(folder, () => {})))
  expect(second?.url).toBe(first?.url)
  await first?.stop()
  expect(await query(second?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  await second?.stop()
  expect(serverIn(folder)).toBeNull()
  expect(readdirSync(folder).filter((name) => /\.(new|password)$/.test(name))).toEqual([])
})

test('it is durable, reachable from this machine only, and its password is not readable by others', async () => {
  const folder = usedFolder
  const embedded = await startEmbedded(folder, () => {})
  const rows = await query(
    embedded.url,
    `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')`,
  )
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
  })
  const url = new URL(embedded.url)
  expect(Number(url.port)).toBeLessThan(32768)
  expect(statSync(join(folder, 'postgres.json')).mode & 0o777).toBe(0o600)
  url.password = 'guessed'
  await expect(query(url.href, 'select 1')).rejects.toThrow('password')
  await embedded.stop()
})

test('a stale postmaster.pid with the number of another process does not prevent a start', async () => {
  const folder = usedFolder
  let embedded = await startEmbedded(folder, () => {})
  const pidFile = join(folder, 'postgres', 'postmaster.pid')
  const text = readFileSync(pidFile, 'utf8')
  await embedded.stop()
  writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)))
  embedded = await startEmbedded(folder, () => {})
  expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(serverIn(folder)).not.toBe(process.pid)
  await embedded.stop()
})

test('a server that dies under a running process comes back at the same address', async () => {
  const folder = usedFolder
  const embedded = await startEmbedded(folder, () => {})
  await query(embedded.url, 'create table if not exists kept as select 42 as n')
  const pid = serverIn(folder)
  if (pid === null) throw new Error('no server runs')
  process.kill(pid, 'SIGKILL')
  const read = () => query(embedded.url, 'select n from kept').catch(() => 'not yet')
  await expect.poll(read, { timeout: 20_000 }).toEqual([{ n: 42 }])
  expect(serverIn(folder)).not.toBe(pid)
  await embedded.stop()
  expect(serverIn(folder)).toBeNull()
})

test.runIf(process.getuid?.() === 0)(
  'as root, a folder PostgreSQL cannot reach is refused with what to do',
  async () => {
    // mkdtemp makes folders for their owner alone.
    const parent = mkdtempSync(join(tmpdir(), 'kaibiao-unreachable-'))
    onTestFinished(() => rmSync(parent, { recursive: true }))
    const started = startEmbedded(join(parent, 'data'), () => {})
    await expect(started).rejects.toThrow(`"postgres", who may not enter ${parent}`)
    await expect(started).rejects.toThrow('DATA_DIR')
    await expect(started).rejects.toThrow('DATABASE_URL')
  },
)
