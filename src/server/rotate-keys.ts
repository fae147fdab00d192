import { sql } from 'drizzle-orm'
import { endLogins } from './auth/login-ending.ts'
import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { hallKeyRing } from './secrets/hall-secrets.ts'
import { rotateKeys } from './secrets/rotate.ts'
import { readSettings } from './settings.ts'
import { recordRotation } from './trail/operator-acts.ts'

/*
 * `npm run rotate-keys`: changes the key that wraps the secrets in the database, while nodes run. `--end-logins` ends
 * all logins afterwards.
 */

process.umask(0o077)

const settings = readSettings(process.env)
if (!settings.ok) {
  console.error(`The key cannot be changed, these settings are not right:\n${settings.error}`)
  process.exit(1)
}
const { dataDir, databaseUrl } = settings.value
const embedded = databaseUrl === null ? await startEmbedded(dataDir, () => {}) : null
try {
  const database = await openDatabase(databaseUrl ?? embedded?.url ?? '')
  try {
    const rotated = await rotateKeys(database.pool, hallKeyRing(settings.value))
    const { keyId, rewrapped, advice } = rotated
    const ended = process.argv.includes('--end-logins')
      ? (await endLogins(database.db, sql`true`)).length
      : null
    await recordRotation(database, { ...rotated, ended }).catch(({ message }: Error) => {
      console.error(`The key was changed, but the security trail has no line that says so: ${message}`)
      process.exitCode = 1
    })
    console.log(`${rewrapped} secrets were wrapped anew. All are wrapped by the key ${keyId}.\n${advice}`)
    if (ended !== null) console.log(`${ended} logins were ended.`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(`The key was not changed: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await embedded?.stop()
}
