import { afterAll, beforeAll, expect, it } from 'vitest'
import { runHostile } from '#test/hostile/run.ts'
import { verdictOnMemory } from '#test/hostile/verdict.ts'
import { type Hall, openHall } from './hall.ts'

/*
 * Hostile input against a real server, as `npm run fuzz -- --hostile N` sends it. How long honest users wait beside it
 * is measured by that command alone, on a machine that does nothing else.
 */

const inputs = 20_000

let hall: Hall
beforeAll(async () => {
  hall = await openHall()
})
afterAll(() => hall.close())

it('[HOS-1] no malformed input brings about a failure, a stack, an error in the log, or memory that stays', async () => {
  const run = await runHostile(hall, { inputs, seed: 20_261_125, calmMs: 0 })
  expect([...run.findings, ...verdictOnMemory(run)]).toEqual([])
  // Most of it gets as far as the rules: refusals by them, and answers.
  expect((run.answers[200] ?? 0) + (run.answers[409] ?? 0) + (run.answers[403] ?? 0)).toBeGreaterThan(
    inputs / 20,
  )
})
