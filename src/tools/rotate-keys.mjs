// `npm run rotate-keys`: with the settings of the server, changes the key that wraps the secrets in its database.
import { ensureBuilt, ensureInstalled, run, takesNoArguments } from './ensure.mjs'

takesNoArguments('rotate-keys', 'changes the key that wraps the secrets in the database.')
await ensureInstalled()
await ensureBuilt()
const { code } = await run(process.execPath, ['dist/server/rotate-keys.js'])
process.exit(code)
