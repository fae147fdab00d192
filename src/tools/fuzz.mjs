// `npm run fuzz -- --runs N [--seed S]`: sessions under random faults; every client must end with the state of the log.
// `npm run fuzz -- --hostile N [--seed S]`: malformed input against a real server; it must stay up, quick and small.
import { ensureBuilt, ensureInstalled, run } from './ensure.mjs'

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(
    'npm run fuzz -- --runs N [--seed S] [--workers W] [--path P], or npm run fuzz -- --hostile N [--seed S]',
  )
  process.exit(0)
}
await ensureInstalled()
const hostile = args.some((arg) => arg.startsWith('--hostile'))
if (hostile) await ensureBuilt()
const { code } = await run(
  process.execPath,
  ['--import', 'tsx', hostile ? 'test/hostile/main.ts' : 'test/fuzz/main.ts', ...args],
  hostile ? { env: { KAIBIAO_SERVER: 'built' } } : {},
)
process.exit(code)
