import { parseArgs } from 'node:util'
import { endServersWithProcess } from '#simulators/fixtures/server-process.ts'
import { openHall } from '#test/system/hall.ts'
import { runHostile } from './run.ts'
import { verdictOf } from './verdict.ts'

/*
 * `npm run fuzz -- --hostile N [--seed S]`: N seeded malformed requests, uploads, frames and bytes against a real server
 * in a process of its own, by all roles, the platform and before login, beside honest users. The exit code is 1 on a finding. Two free
 * cores send about 1,000 inputs a second; a finding names the seed of its turn.
 */

const { values } = parseArgs({
  options: {
    hostile: { type: 'string', default: '20000' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000_000}` },
  },
})
const [inputs, seed] = [Number(values.hostile), Number(values.seed)]
if (!Number.isInteger(inputs) || inputs < 1) throw new Error('--hostile needs a whole number of inputs')

endServersWithProcess()
const hall = await openHall({ embedded: true })
try {
  console.log(`${inputs} hostile inputs, seed ${seed}`)
  const began = performance.now()
  const run = await runHostile(hall, { inputs, seed, calmMs: 10_000, givesWay: true, say: console.log })
  const { findings, ...figures } = run
  console.log(
    JSON.stringify({ ...figures, seconds: Math.round((performance.now() - began) / 1000) }, null, 1),
  )
  const problems = [...findings, ...verdictOf(run)]
  for (const problem of problems) console.log(problem)
  console.log(`${run.inputs} inputs, ${problems.length} findings, seed ${seed}`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await hall.close()
}
// The people of the stage keep timers.
process.exit()
