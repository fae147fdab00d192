// `npm run bench -- NAME`: the benchmarks of test/bench, one JSON line per figure on standard output.
import { ensureBuilt, ensureInstalled, heapFlags, run } from './ensure.mjs'

await ensureInstalled()
await ensureBuilt()
const args = [...heapFlags, '--expose-gc', '--import', 'tsx', 'test/bench/main.ts', ...process.argv.slice(2)]
const { code } = await run(process.execPath, args)
process.exit(code)
