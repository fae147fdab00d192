import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  environment,
  initialise,
  prepare,
  readOrNull,
  readRunning,
  type ServerFolder,
} from './postgres-folder.ts'

/*
 * A PostgreSQL server in the data folder, shared by all processes that use that folder:
 * 1. The server outlives the process that started it: after a crash the next process takes it over.
 * 2. PostgreSQL's own postmaster.pid says whether it runs and where; nothing else records that.
 * 3. Every process holds a shared advisory lock. The one that can get it exclusively is the last and stops the server.
 * 4. The folder is created under another name and renamed: a folder named `postgres` is complete.
 */

export interface Embedded {
  readonly url: string
  /** Releases the server; the last process to do so stops it. Close your own connections first. */
  stop(): Promise<void>
}

const databaseName = 'kaibiao'
const presenceLock = 5_271_002
/** A start empties PostgreSQL's log when it is longer than this, in bytes. */
const longestLog = 1_000_000
const timeoutMilliseconds = 60_000

/**
 * Starts PostgreSQL in `<dataDir>/postgres`, or takes over the one that runs there. If the machine does not allow it,
 * throws with advice.
 */
export async function startEmbedded(dataDir: string, log: (line: string) => void): Promise<Embedded> {
  const server = prepare(resolve(dataDir), log)
  if (!existsSync(server.folder)) await initialise(server)
  let { lockHolder, port } = await attach(server, null)
  let stopping = false
  let restarting: Promise<void> | null = null

  function watch(): void {
    lockHolder.once('end', () => {
      if (!stopping) restarting = restart()
    })
  }

  /** Restarts a server that stopped by itself, on its port, so that the pools reconnect. */
  async function restart(): Promise<void> {
    log('the embedded PostgreSQL went away; starting it again')
    while (!stopping) {
      try {
        ;({ lockHolder, port } = await attach(server, port))
        return watch()
      } catch (error) {
        log(`the embedded PostgreSQL did not come back: ${(error as Error).message}`)
        await delay(1000)
      }
    }
  }

  await createDatabase(lockHolder)
  watch()
  return {
    url: urlOf(server.password, port, databaseName),
    async stop() {
      if (stopping) return
      stopping = true
      await restarting
      await detach(server, lockHolder).catch((error: Error) =>
        log(`letting go of PostgreSQL: ${error.message}`),
      )
    },
  }
}

/** Connects to the server of this folder, which is started if necessary, and takes the shared lock. */
async function attach(
  server: ServerFolder,
  wantedPort: number | null,
): Promise<{ lockHolder: pg.Client; port: number }> {
  const until = Date.now() + timeoutMilliseconds
  let problem = 'it did not get ready in time'
  let failures = 0
  while (Date.now() < until && failures < 5) {
    const running = readRunning(server)
    if (!running) {
      const port = wantedPort !== null && (await isFree(wantedPort)) ? wantedPort : await freePort()
      const failure = await launch(server, port, until)
      // Another process may have started it meanwhile, or children of a killed server are still running.
      if (failure !== null && !readRunning(server)) {
        problem = failure
        failures += 1
        await delay(500)
      }
      continue
    }
    if (!running.ready) {
      await delay(20)
      continue
    }
    const lockHolder = await tryConnect(server, running.port)
    if (lockHolder instanceof pg.Client) return { lockHolder, port: running.port }
    problem = lockHolder.message
    if ('code' in lockHolder && lockHolder.code === '28P01') break
    await delay(100)
  }
  throw new Error(`the embedded PostgreSQL in ${server.folder} cannot be used: ${problem}`)
}

/** A connection that holds the shared lock, or the error (the server is starting, stopping or gone). */
async function tryConnect(server: ServerFolder, port: number): Promise<pg.Client | Error> {
  const lockHolder = new pg.Client({
    connectionString: urlOf(server.password, port, 'postgres'),
    application_name: 'kaibiao guard',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  })
  lockHolder.on('error', () => {})
  try {
    await lockHolder.connect()
    const { rows } = await lockHolder.query<{ folder: string }>(
      `select current_setting('data_directory') as folder, pg_advisory_lock_shared(${presenceLock})`,
    )
    if (rows[0]?.folder !== server.folder) throw new Error(`port ${port} is another database's`)
    return lockHolder
  } catch (error) {
    void lockHolder.end().catch(() => {})
    return error as Error
  }
}

/** Starts the server detached from this process and waits until it is ready; the reason if it ended instead. */
async function launch(server: ServerFolder, port: number, until: number): Promise<string | null> {
  server.log(`starting the embedded PostgreSQL on port ${port}`)
  const logPath = join(server.dataDir, 'postgres.log')
  const long = existsSync(logPath) && statSync(logPath).size > longestLog
  const output = openSync(logPath, long ? 'w' : 'a', 0o600)
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Values of statements must not be logged, whatever the defaults.
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(server.program.postgres, ['-D', server.folder, ...flags], {
    ...server.user,
    cwd: server.folder,
    env: environment(),
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let ended: string | null = null
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code) => {
    ended = `it ended with ${code ?? 'a signal'}: ${lastLines(logPath)}`
  })
  child.unref()
  while (ended === null && Date.now() < until) {
    const running = readRunning(server)
    if (running?.ready && running.pid === child.pid) return null
    await delay(20)
  }
  return ended
}

/** Releases the shared lock; stops the server if no other process holds it. */
async function detach(server: ServerFolder, lockHolder: pg.Client): Promise<void> {
  const { rows } = await lockHolder.query<{ alone: boolean }>(
    `select pg_advisory_unlock_shared(${presenceLock}), pg_try_advisory_lock(${presenceLock}) as alone`,
  )
  const pid = rows[0]?.alone ? readRunning(server)?.pid : undefined
  if (pid !== undefined) {
    // Fast shutdown: rolls open transactions back and writes committed ones to disk.
    process.kill(pid, 'SIGINT')
    const until = Date.now() + timeoutMilliseconds
    while (readRunning(server)?.pid === pid && Date.now() < until) await delay(20)
  }
  await lockHolder.end().catch(() => {})
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount) return
  try {
    await client.query(`create database ${databaseName}`)
  } catch (error) {
    // Another process was quicker: duplicate_database, or a unique_violation in the catalogue.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error
  }
}

/** A free port below the range that systems use for outgoing connections. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 20_000 + (randomBytes(2).readUInt16BE() % 12_000)
    if (await isFree(port)) return port
  }
  throw new Error('no free port for PostgreSQL was found')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}

function urlOf(password: string, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}

function lastLines(path: string): string {
  return (readOrNull(path) ?? '').trim().split('\n').slice(-5).join('\n')
}
