// `npm run fuzz -- --runs N [--seed S]`: sessions under random faults; every client must end with the state of the log.
import { ensureInstalled, run } from './ensure.mjs'

await ensureInstalled()
const { code } = await run(process.execPath, [
  '--import',
  'tsx',
  'test/fuzz/main.ts',
  ...process.argv.slice(2),
])
process.exit(code)
