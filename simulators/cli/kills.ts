import { parseArgs } from 'node:util'
import { playKills } from '../scenarios/kills/kills.ts'
import { killsHeadline, killsText } from '../scenarios/kills/report.ts'
import { buildServer } from './build-server.ts'

export const killsUsage = `npm run simulate -- --scenario kills [--kills N] [--seed N] [--lanes N] [--bidders N] [--limit SECONDS] [--json]
  kills       server and database are killed (kill -9) while whole openings are played; nothing acknowledged may be
              lost, doubled or out of order
  --kills     how often (100)
  --seed      decides what is killed and when; the report contains it
  --lanes     openings side by side (3)
  --bidders   of each opening (2)
  --limit     the hall has to answer and take commands again within this time (5)
  --json      ends with the report as one line of JSON`

/** Kills the hall many times; the exit code is 1, with the first cause in one line, if it lost anything or was late. */
export async function killsCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      scenario: { type: 'string' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string' },
      lanes: { type: 'string', default: '3' },
      bidders: { type: 'string', default: '2' },
      limit: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const [kills, lanes, biddersEach] = [Number(values.kills), Number(values.lanes), Number(values.bidders)]
  const limitMs = Number(values.limit) * 1000
  const whole = [kills, lanes, biddersEach].every((number) => Number.isInteger(number) && number > 0)
  if (values.help || !whole || biddersEach < 2 || !Number.isInteger(seed) || !(limitMs > 0)) {
    console.error(killsUsage)
    process.exitCode = values.help ? 0 : 2
    return
  }
  buildServer()
  const report = await playKills({
    ...{ kills, seed, lanes, biddersEach, limitMs },
    onLine: (line) => console.error(line),
  })
  console.error(killsText(report))
  if (values.json) console.log(JSON.stringify(killsHeadline(report)))
  const [first] = report.problems
  if (first === undefined) return
  console.error(`FAILED (seed ${seed}): ${first}`)
  process.exitCode = 1
}
