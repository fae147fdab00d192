// `npm run simulate -- …`: the arguments are those of simulators/main.ts.
import { ensureInstalled, run } from './ensure.mjs'

await ensureInstalled()
const { code } = await run(process.execPath, [
  '--import',
  'tsx',
  'simulators/main.ts',
  ...process.argv.slice(2),
])
process.exit(code)
