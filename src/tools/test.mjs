// `npm test`: every test there is. `npm test -- --only check,unit` runs some stages (check, build, unit, browser).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { runChecks } from './check.mjs'
import { ensureBuilt, ensureInstalled, root, runBin } from './ensure.mjs'

const stages = {
  check: async () => ({ passed: 0, failed: await runChecks() }),
  build: async () => {
    await ensureBuilt()
    return { passed: 0, failed: 0 }
  },
  unit: () => vitest('unit', ['unit', 'dom', 'dom-alone', 'pg']),
  browser: () => vitest('browser', ['e2e'], { KAIBIAO_CHROMIUM: chromium }),
}

const wanted = chosenStages()
await ensureInstalled()
const chromium = wanted.includes('browser') ? await ensureBrowser() : ''

const total = { passed: 0, failed: 0 }
for (const name of wanted) {
  console.log(`\n== ${name}`)
  const started = performance.now()
  const { passed, failed } = await stages[name]()
  total.passed += passed
  total.failed += failed
  console.log(
    `== ${name}: ${failed === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  if (failed > 0) break
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function chosenStages() {
  const only = process.argv.indexOf('--only')
  if (only < 0) return Object.keys(stages)
  const names = (process.argv[only + 1] ?? '').split(',')
  const unknown = names.filter((name) => !(name in stages))
  if (unknown.length === 0) return names
  console.error(`Unknown stage: ${unknown.join(', ')}. There are: ${Object.keys(stages).join(', ')}.`)
  process.exit(1)
}

/** Runs vitest projects; a run that fails without a failed test (a file that does not load) counts as one failure. */
async function vitest(name, projects, env = {}) {
  const file = join(root, 'test-results', `${name}.json`)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['default', join(root, 'src/tools/second-tries.mjs'), 'json'].map(
    (name) => `--reporter=${name}`,
  )
  const args = [
    'run',
    ...reporters,
    `--outputFile.json=${file}`,
    ...projects.flatMap((project) => ['--project', project]),
  ]
  const { code } = await runBin('vitest', 'vitest', args, { env })
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {}
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}
