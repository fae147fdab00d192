import { endServersWithProcess } from '#simulators/fixtures/server-process.ts'
import { closeBenchDatabases } from './bench-database.ts'
import type { Figure } from './figure.ts'

/** What each benchmark's file exports: figures as they are measured. Other output goes to standard error. */
interface Benchmark {
  bench(): AsyncIterable<Figure>
}

const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  append: () => import('./append.ts'),
  fold: () => import('./fold.ts'),
  polling: () => import('./polling.ts'),
  fanout: () => import('./fanout.ts'),
  hall: () => import('./section-list.ts'),
  documents: () => import('./documents.ts'),
  decrypt: () => import('./decrypt.ts'),
  hostile: () => import('./hostile.ts'),
  sections: () => import('./sections.ts'),
  behind: () => import('./behind.ts'),
  'first-load': () => import('./first-load.ts'),
  backlog: () => import('./backlog.ts'),
  screen: () => import('./screen.ts'),
}

endServersWithProcess(closeBenchDatabases)

const [name = ''] = process.argv.slice(2)
const load = benchmarks[name]
if (load) {
  for await (const figure of (await load()).bench()) console.log(JSON.stringify(figure))
  process.exit(0)
}
console.error(`npm run bench -- NAME, where NAME is one of: ${Object.keys(benchmarks).join(', ')}`)
process.exit(2)
