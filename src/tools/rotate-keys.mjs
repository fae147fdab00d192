// `npm run rotate-keys`: with the settings of the server, changes the key that wraps the secrets in its database.
import { ensureBuilt, ensureInstalled, run, takesOnly } from './ensure.mjs'

const usage =
  'changes the key that wraps the secrets in the database; the settings of the server say which hall. ' +
  '--end-logins ends all logins, too.'
const options = takesOnly(['--end-logins'], 'rotate-keys', usage)
await ensureInstalled()
await ensureBuilt()
const { code } = await run(process.execPath, ['dist/server/rotate-keys.js', ...options])
process.exit(code)
