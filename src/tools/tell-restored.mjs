// `npm run tell-restored`: with the settings of the server, has it tell everybody that a backup was restored.
import { ensureBuilt, ensureInstalled, run, takesNoArguments } from './ensure.mjs'

takesNoArguments('tell-restored', 'tells everybody that a backup was restored.')
await ensureInstalled()
await ensureBuilt()
const { code } = await run(process.execPath, ['dist/server/tell-restored.js'])
process.exit(code)
