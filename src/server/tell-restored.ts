import { randomBytes } from 'node:crypto'
import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { beginLogMarks } from './log/begin-marks.ts'
import { tellRestored } from './log/tell-restored.ts'
import { createLogger } from './logger.ts'
import { openHallSecrets } from './secrets/hall-secrets.ts'
import { readSettings } from './settings.ts'
import { recordRestored } from './trail/operator-acts.ts'

/* `npm run tell-restored`: after a backup was restored and before any node is started, has the hall say so to everybody. */

process.umask(0o077)

const settings = readSettings(process.env)
if (!settings.ok) {
  console.error(`Nothing was told, these settings are not right:\n${settings.error}`)
  process.exit(1)
}
const { dataDir, databaseUrl, logLevel } = settings.value
const embedded = databaseUrl === null ? await startEmbedded(dataDir, () => {}) : null
try {
  const database = await openDatabase(databaseUrl ?? embedded?.url ?? '')
  try {
    const logger = createLogger(logLevel)
    const secrets = await openHallSecrets(settings.value, database, randomBytes, logger)
    await beginLogMarks(dataDir, database, secrets, logger)
    const told = await tellRestored(database.pool, secrets.sections, randomBytes)
    await recordRestored(database, told).catch(({ message }: Error) => {
      console.error(`It was told, but the security trail has no line that says so: ${message}`)
      process.exitCode = 1
    })
    console.log(`${told} sections now say that a backup was restored, and after which entry of their logs.`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(`Nothing was told: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await embedded?.stop()
}
