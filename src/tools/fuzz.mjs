// `npm run fuzz -- --runs N [--seed S]`: sessions under random faults; every client must end with the state of the log.
// `npm run fuzz -- --hostile N [--seed S]`: malformed input against a real server; it must stay up, quick and small.
import { ensureBuilt, ensureInstalled, run } from './ensure.mjs'

await ensureInstalled()
const args = process.argv.slice(2)
const hostile = args.some((arg) => arg.startsWith('--hostile'))
if (hostile) await ensureBuilt()
const { code } = await run(
  process.execPath,
  ['--import', 'tsx', hostile ? 'test/hostile/main.ts' : 'test/fuzz/main.ts', ...args],
  hostile ? { env: { KAIBIAO_SERVER: 'built' } } : {},
)
process.exit(code)
