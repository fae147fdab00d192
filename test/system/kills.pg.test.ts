import { expect, it } from 'vitest'
import { playKills } from '#simulators/scenarios/kills/kills.ts'

/** Kills server, database and both, one of them in a start-up, one in a document, and others in commands. */
const usualSeed = 9
const seed = Number(process.env.KILLS_SEED ?? usualSeed)

it(`[NOD-1] nothing acknowledged is lost, doubled or out of order by kill -9 of server and database (KILLS_SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  const lines: string[] = []
  const report = await playKills({
    ...{ kills: 6, seed, lanes: 2, biddersEach: 2 },
    // How fast the hall is back is measured on a quiet machine.
    limitMs: 60_000,
    onLine: (line) => lines.push(line),
  })
  expect(report, lines.join('\n')).toMatchObject({ problems: [] })
  expect(report.falls).toHaveLength(6)
  expect(report.falls.filter(({ unanswered }) => unanswered > 0).length).toBeGreaterThan(0)
  expect(report.openings).toBeGreaterThanOrEqual(2)
  expect(report.acknowledged).toBeGreaterThan(40)
})
