import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/database.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { openPostgresLog } from '#server/log/postgres-log.ts'
import type { SessionLog } from '#server/log/session-log.ts'
import { secretsIn } from '#simulators/fixtures/hall-secrets.ts'
import { openBenchDatabase } from './bench-database.ts'
import { type DecryptionFixture, furnishDecryption } from './decrypt-data.ts'
import { type Figure, figure, percentile } from './figure.ts'
import type { PollingServer } from './polling-server.ts'
import { startWorker, type Worker } from './process.ts'

/*
 * Measures the opening of bid files in the production server: many bidders who hand over their keys at once, and one
 * file of 500 MB. The baseline is the age library decrypting the same two layers in memory. It also measures how long
 * the opener's commands take meanwhile, and how long they take on an idle server.
 */

const rounds = 3
const bidders = 1000
const bidBytes = 1024 * 1024
const largeBytes = 500 * 1024 * 1024
/** What the bare library opens each round. Opening everything would take too long. */
const bare = { small: { files: 12, bytes: bidBytes }, large: { files: 1, bytes: 32 * 1024 * 1024 } }
const commandMilliseconds = 20
const idleCommands = 200

interface Run {
  readonly megabytesPerSecond: number
  /** Peak memory above the server's idle memory. */
  readonly peakMegabytes: number
  readonly p99: number
}

export async function* bench(): AsyncGenerator<Figure> {
  const postgres = await openBenchDatabase()
  const database = await openDatabase(postgres.url)
  const dataDir = join(postgres.folder, 'data')
  mkdirSync(dataDir)
  const secrets = await secretsIn(dataDir, database)
  const log = await openPostgresLog(database, { keys: secrets.sections, random: randomBytes, now: Date.now })
  const server = startWorker<PollingServer>('./polling-server.ts')
  try {
    const pages = fileURLToPath(new URL('../../dist/client', import.meta.url))
    const files = await openFileStore(join(dataDir, 'files'))
    const port = await server.ask('start', { databaseUrl: postgres.url, dataDir, pages })
    const parts = { database, secrets, log, files }
    const target = { server, port, log }
    const many: Run[] = []
    const large: Run[] = []
    const bareMany: number[] = []
    const bareLarge: number[] = []
    const idle: number[] = []
    const before: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const fixture = await furnishDecryption(
        parts,
        Array.from({ length: bidders }, () => bidBytes),
      )
      idle.push(percentile(await giveCommands(port, fixture, (given) => given < idleCommands), 0.99))
      before.push((await server.ask('memory')) / 1e6)
      many.push(await open(target, fixture))
      bareMany.push(await fixture.bareThroughput(bare.small.files, bare.small.bytes))
      bareLarge.push(await fixture.bareThroughput(bare.large.files, bare.large.bytes))
      console.error(`round ${round + 1}: ${bidders} bidders`, many.at(-1))
      console.error('bare', bareMany.at(-1), bareLarge.at(-1), 'p99 of commands before', idle.at(-1))
      large.push(await open(target, await furnishDecryption(parts, [largeBytes])))
      console.error(`round ${round + 1}: one large file`, large.at(-1))
    }
    const speed = (runs: Run[]) => runs.map((run) => run.megabytesPerSecond)
    yield figure('decrypt-throughput', bidders, 'MB/s', speed(many), bareMany)
    yield figure('decrypt-throughput-500-mb', 1, 'MB/s', speed(large), bareLarge)
    yield figure('decrypt-memory', bidders, 'MB above idle', peaks(many), before)
    yield figure('decrypt-memory-500-mb', 1, 'MB above idle', peaks(large), before)
    yield figure('decrypt-commands-p99', bidders, 'ms', waits(many), idle)
    yield figure('decrypt-commands-p99-500-mb', 1, 'ms', waits(large), idle)
  } finally {
    server.stop()
    await log.close()
    await database.close()
    await postgres.close()
  }
}

interface BenchServer {
  readonly server: Worker<PollingServer>
  readonly port: number
  readonly log: SessionLog
}

/** Opens all files of a session, from the handing over of the keys to the last outcome. */
async function open({ server, port, log }: BenchServer, fixture: DecryptionFixture): Promise<Run> {
  const idleBytes = await server.ask('memory')
  let peak = idleBytes
  let done = false
  const started = performance.now()
  await fixture.handOver()
  const commands = giveCommands(port, fixture, () => !done)
  for (;;) {
    peak = Math.max(peak, await server.ask('memory'))
    const state = (await log.state(fixture.session))?.unredactedState
    if (state?.decryption?.closed) break
    await delay(50)
  }
  const seconds = (performance.now() - started) / 1000
  done = true
  return {
    megabytesPerSecond: fixture.bytes / 1e6 / seconds,
    peakMegabytes: (peak - idleBytes) / 1e6,
    p99: percentile(await commands, 0.99),
  }
}

function peaks(runs: readonly Run[]) {
  return runs.map((run) => run.peakMegabytes)
}

function waits(runs: readonly Run[]) {
  return runs.map((run) => run.p99)
}

/** Gives openers' commands one after another; how long each took, in milliseconds. */
async function giveCommands(port: number, fixture: DecryptionFixture, goOn: (given: number) => boolean) {
  const taken: number[] = []
  while (goOn(taken.length)) {
    const token = fixture.tokens[taken.length % fixture.tokens.length]
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/api/KB_Local/addKBProgressMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ Message: '请各投标人耐心等待。' }),
    })
    if (!response.ok) throw new Error(`a command was refused: ${await response.text()}`)
    await response.arrayBuffer()
    taken.push(performance.now() - started)
    await delay(commandMilliseconds)
  }
  return taken
}
