import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { leastFaults, type Story, story } from './fault-plan.ts'
import { violations } from './play.ts'

/*
 * `npm run fuzz -- --runs N [--seed S] [--workers W]`: N simulated sessions of at least five faults each, in shares
 * of 500 that each have a seed of their own. What fails is shrunk and printed with its seed and path; `--runs 1
 * --workers 1 --seed S --path P` plays it again.
 */

const shareSize = 500
const sayEveryMs = 10_000
/** A share takes seconds; only shrinking a failure takes longer than this. */
const limitMs = 120_000

interface Share {
  readonly seed: number
  readonly runs: number
  /** The failure as text; null without one. */
  readonly failure: string | null
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000_000}` },
    workers: { type: 'string', default: `${availableParallelism()}` },
    path: { type: 'string' },
    worker: { type: 'string' },
  },
})
const runs = Number(values.runs)
const seed = Number(values.seed)
const workers = Number(values.workers)

if (values.worker !== undefined) await work(Number(values.worker))
else await lead()

/** Hands the shares out to processes, and says what they report. */
async function lead(): Promise<void> {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  let done = 0
  let failed = 0
  console.log(`${runs} sessions of at least ${leastFaults} faults each, seed ${seed}, ${workers} workers`)
  const say = setInterval(() => console.log(`${done} of ${runs} after ${seconds()} s`), sayEveryMs)

  function onShare(share: Share): void {
    done += share.runs
    if (share.failure === null) return
    failed += 1
    console.log(`seed ${share.seed}:\n${share.failure}`)
  }
  const shares =
    workers === 1 ? [inProcess(onShare)] : Array.from({ length: workers }, (_, n) => child(n, onShare))
  const whole = (await Promise.all(shares)).every(Boolean)
  clearInterval(say)
  console.log(`${done} sessions, ${failed} violations, seed ${seed}, ${seconds()} s`)
  process.exit(failed === 0 && whole && done === runs ? 0 : 1)
}

/** Whether the process finished its share. */
function child(number: number, onShare: (share: Share) => void): Promise<boolean> {
  const args = ['--runs', `${runs}`, '--seed', `${seed}`, '--workers', `${workers}`, '--worker', `${number}`]
  const process_ = fork(new URL(import.meta.url), args, { execArgv: ['--import', 'tsx'] })
  process_.on('message', (share) => onShare(share as Share))
  return new Promise((done) => process_.on('exit', (code) => done(code === 0)))
}

async function work(number: number): Promise<void> {
  for (const share of sharesOf(number)) process.send?.(await play(share))
  process.disconnect()
}

async function inProcess(onShare: (share: Share) => void): Promise<boolean> {
  for (const share of sharesOf(0)) {
    onShare(await play(share))
    // Real timers would break virtual time.
    await new Promise((next) => setImmediate(next))
  }
  return true
}

function sharesOf(number: number): { seed: number; runs: number }[] {
  const shares = Array.from({ length: Math.ceil(runs / shareSize) }, (_, index) => ({
    seed: seed + index,
    runs: Math.min(shareSize, runs - index * shareSize),
  }))
  return shares.filter((_, index) => index % workers === number)
}

async function play(share: { seed: number; runs: number }): Promise<Share> {
  const property = fc.asyncProperty(story, async (told: Story) => {
    const found = await violations(told)
    if (found.length > 0) throw new Error(found.join('; '))
  })
  const shrinking = {
    interruptAfterTimeLimit: limitMs,
    ...(values.path && { path: values.path }),
  }
  const details = await fc.check(property, { seed: share.seed, numRuns: share.runs, ...shrinking })
  const failure = details.failed ? reportOf(details) : null
  return { ...share, runs: details.numRuns, failure }
}

/** The violation, the story, and how to replay it. */
function reportOf({
  errorInstance,
  counterexample,
  seed: failed,
  counterexamplePath,
}: fc.RunDetails<[Story]>): string {
  const problem = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const again = `npm run fuzz -- --runs 1 --workers 1 --seed ${failed} --path ${counterexamplePath}`
  return `${problem}\n${JSON.stringify(counterexample?.[0])}\n${again}`
}
