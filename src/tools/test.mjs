// `npm test` runs all tests; `npm test -- --only check,unit` some stages (check, build, unit, system, browser).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { runChecks } from './check.mjs'
import { ensureBuilt, ensureInstalled, heapFlags, root, runBin } from './ensure.mjs'

const stages = {
  check: async () => ({ passed: 0, failed: await runChecks() }),
  build: async () => {
    await ensureBuilt()
    return { passed: 0, failed: 0 }
  },
  unit: () => vitest('unit', ['unit', 'dom']),
  system: () => vitest('system', ['pg']),
  browser: async () => vitest('browser', ['e2e'], { KAIBIAO_CHROMIUM: await chromium }),
}
/** Two rows of stages, which together keep all processors busy; then the browser tests, which do so alone. */
const rounds = [
  [
    ['check', 'unit'],
    ['build', 'system'],
  ],
  [['browser']],
]
const slowestShown = 10
const longestCause = 200

// For all processes of all stages: collecting garbage less often saves a twelfth of the unit tests' processor time.
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, ...heapFlags].filter(Boolean).join(' ')

const began = performance.now()
const wanted = chosenStages()
const summary = []
await timed('install', ensureInstalled)
// Where one must be installed, that goes on beside the first stages.
const chromium = wanted.includes('browser') ? timed('find a browser', ensureBrowser) : ''

const total = { passed: 0, failed: 0 }
const files = []
const failures = []
for (const round of rounds) await Promise.all(round.map(runRow))
await chromium
console.log(`\n${[...summary, ...slowestFiles()].join('\n')}`)
for (const line of failures) console.log(line)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

/** Runs the stages of a row one after another, as long as nothing has failed in any row. */
async function runRow(names) {
  for (const name of names) if (wanted.includes(name) && total.failed === 0) await run(name)
}

async function run(name) {
  console.log(`\n== ${name}`)
  await timed(name, async () => {
    const { passed, failed } = await stages[name]()
    total.passed += passed
    total.failed += failed
    return failed
  })
}

/** Runs a stage, prints its duration, and records it for the summary. */
async function timed(name, work) {
  const started = performance.now()
  const outcome = await work()
  const line = `== ${name}: ${outcome > 0 ? 'FAILED' : 'ok'} in ${seconds(performance.now() - started)}`
  if (name in stages) console.log(line)
  summary.push(line)
  return outcome
}

function slowestFiles() {
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, slowestShown)
  const lines = slowest.map(({ file, seconds: took }) => `${seconds(took * 1000).padStart(9)}  ${file}`)
  return [
    `== all: ${seconds(performance.now() - began)}`,
    ...(lines.length > 0 ? ['slowest files:', ...lines] : []),
  ]
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

function chosenStages() {
  const only = process.argv.indexOf('--only')
  if (only < 0) return Object.keys(stages)
  const names = (process.argv[only + 1] ?? '').split(',')
  const unknown = names.filter((name) => !(name in stages))
  if (unknown.length === 0) return names
  console.error(`Unknown stage: ${unknown.join(', ')}. There are: ${Object.keys(stages).join(', ')}.`)
  process.exit(1)
}

/**
 * Runs vitest projects; a failed run without a failed test, such as a file that does not load, counts as one failure.
 */
async function vitest(name, projects, env = {}) {
  const results = join(root, 'test-results')
  const [file, durations] = [join(results, `${name}.json`), join(results, `${name}-durations.json`)]
  mkdirSync(results, { recursive: true })
  for (const path of [file, durations]) rmSync(path, { force: true })
  const own = ['second-tries.mjs', 'durations.mjs'].map((tool) => join(root, 'src/tools', tool))
  const reporters = ['default', ...own, 'json'].map((reporter) => `--reporter=${reporter}`)
  const args = [
    'run',
    ...reporters,
    `--outputFile.json=${file}`,
    ...projects.flatMap((project) => ['--project', project]),
  ]
  const { code } = await runBin('vitest', 'vitest', args, { env: { ...env, KAIBIAO_DURATIONS: durations } })
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = read(file) ?? {}
  failures.push(...testResults.flatMap(failuresOf))
  files.push(...(read(durations) ?? []))
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

/** A line for each failed test of a file, and one for a file that does not load: what to look for further up. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const of = (test, why = '') =>
    `failed: ${relative(root, name)}${test}: ${why.split('\n')[0].slice(0, longestCause)}`
  if (failed.length > 0) return failed.map((test) => of(` > ${test.fullName}`, test.failureMessages[0]))
  return status === 'failed' ? [of('', message)] : []
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
