import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { tellRestored } from './db/restored.ts'
import { readSettings } from './settings.ts'

/* `npm run tell-restored`: after a backup was restored and before any node is started, has the hall say so to everybody. */

const settings = readSettings(process.env)
if (!settings.ok) {
  console.error(`Nothing was told, these settings are not right:\n${settings.error}`)
  process.exit(1)
}
const { dataDir, databaseUrl } = settings.value
const embedded = databaseUrl === null ? await startEmbedded(dataDir, () => {}) : null
try {
  const database = await openDatabase(databaseUrl ?? embedded?.url ?? '')
  try {
    const told = await tellRestored(database.pool)
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
