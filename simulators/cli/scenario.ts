import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { reportPage } from '../report/html-report.ts'
import { headlineOf, reportText } from '../report/report.ts'
import { chaos } from '../scenarios/chaos.ts'
import { clock } from '../scenarios/clock.ts'
import { flaky } from '../scenarios/flaky.ts'
import { opening } from '../scenarios/opening.ts'
import { rush } from '../scenarios/rush.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { storm } from '../scenarios/storm.ts'
import { buildServer } from './build-server.ts'

const scenarios: Readonly<Record<string, Scenario>> = { opening, storm, flaky, rush, chaos, clock }

export const scenarioUsage = `npm run simulate -- --bidders N --scenario ${Object.keys(scenarios).join('|')}
  [--url URL --platform-key FILE] [--seed N] [--json] [--html FILE]
  opening     N bidders take part in a whole opening
  storm       N sockets are cut at the same moment
  flaky       an opening over a network that delays, stalls, cuts and silently drops connections
  rush        all bidders decrypt in the last seconds before the deadline
  chaos       an opening at two nodes; both nodes and their database are killed in turn
  clock       how well N clients estimate the server's time over round trips of 200 ms
  --url       a running server with test accounts; by default one is started and stopped
  --platform-key  file with the trading platform's private key for that server
  --seed      decides the network's faults; the report contains it
  --json      ends with the report as one line of JSON
  --html      writes the report as a page with plots`

/** Plays one scenario and prints its report; the exit code is 1 when anything failed or a final state is wrong. */
export async function scenarioCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      bidders: { type: 'string', default: '20' },
      scenario: { type: 'string', default: '' },
      url: { type: 'string' },
      'platform-key': { type: 'string' },
      seed: { type: 'string' },
      json: { type: 'boolean', default: false },
      html: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const scenario = scenarios[values.scenario]
  const bidders = Number(values.bidders)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const keyFile = values['platform-key']
  const wrong = !scenario || !Number.isInteger(bidders) || bidders < 2 || !Number.isInteger(seed)
  if (values.help || wrong || (values.url !== undefined && keyFile === undefined)) {
    console.error(scenarioUsage)
    process.exitCode = values.help ? 0 : 2
    return
  }
  if (values.url === undefined) buildServer()
  const playing = scenario({
    ...{ bidders, seed },
    url: values.url ?? null,
    platformKey: keyFile === undefined ? null : readFileSync(keyFile, 'utf8'),
    onLine: (line) => console.error(line),
  })
  const report = await playing.catch((error: unknown) => {
    const cause = causeOf(error)
    if (values.json) console.log(JSON.stringify({ scenario: values.scenario, bidders, seed, cause }))
    return fail(seed, cause)
  })
  if (!report) return
  console.error(reportText(report))
  if (values.html !== undefined) writeFileSync(values.html, reportPage(report))
  if (values.json) console.log(JSON.stringify(headlineOf(report)))
  if (report.cause !== null) fail(seed, report.cause)
}

/** Says in one line why the run has failed. */
function fail(seed: number, cause: string): void {
  console.error(`FAILED (seed ${seed}): ${cause}`)
  process.exitCode = 1
}

function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().replace(/\s+/g, ' ')
}
