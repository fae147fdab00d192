import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHallClock } from './clock/hall-clock.ts'
import { startEmbedded } from './db/embedded.ts'
import { keepPrivate } from './files/private-folder.ts'
import { createLogger } from './logger.ts'
import { readSettings } from './settings.ts'
import { createTestClock } from './test-clock.ts'
import { expectFreePort } from './transport/listen.ts'

// What this process stores is for its user only.
process.umask(0o077)

const settings = readSettings(process.env)
if (!settings.ok) {
  console.error(`Kaibiao cannot start, these settings are not right:\n${settings.error}`)
  process.exit(1)
}

const logger = createLogger(settings.value.logLevel)
const { dataDir, databaseUrl } = settings.value
try {
  await expectFreePort(settings.value)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const restricted = keepPrivate(dataDir)
  if (restricted > 0)
    logger.warn({ restricted }, 'other users could read files or folders of DATA_DIR, and no longer can')
} catch (error) {
  console.error(`Kaibiao cannot start: ${reasonOf(error)}`)
  process.exit(1)
}
// PostgreSQL starts while the server's modules load: each takes about a second.
const embedded = databaseUrl === null ? startEmbedded(dataDir, (line) => logger.info(line)) : undefined
// `startServer` awaits it and reports its failure.
embedded?.catch(() => {})
const { startServer } = await import('./server.ts').catch(async (error: unknown) => {
  await (await embedded?.catch(() => null))?.stop()
  throw error
})
const hallClock = createHallClock()
const testClock = settings.value.testAccounts ? createTestClock(process, hallClock.now, logger) : null
const running = await startServer({
  settings: settings.value,
  hallClock,
  clock: testClock?.now ?? hallClock.now,
  testClock,
  random: (length) => randomBytes(length),
  logger,
  pages: pagesFolder(),
  ...(embedded ? { embedded } : {}),
}).catch((error: unknown) => {
  console.error(`Kaibiao cannot start: ${reasonOf(error)}`)
  process.exit(1)
})
if (running.operatorUrl !== null) console.log(`Health and metrics at ${running.operatorUrl}`)
console.log(`Kaibiao ready at ${running.url}`)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the server could not be stopped in order')
        process.exit(1)
      },
    )
  })
}

/** The built client: beside the built server, or in `dist` when the server runs from its sources. */
function pagesFolder(): string {
  const beside = fileURLToPath(new URL('../client', import.meta.url))
  return existsSync(join(beside, 'assets'))
    ? beside
    : fileURLToPath(new URL('../../dist/client', import.meta.url))
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inUse = 'code' in error && error.code === 'EADDRINUSE'
  return inUse
    ? `the port is taken; stop what listens there or choose another by PORT (${error.message})`
    : error.message
}
