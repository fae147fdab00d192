import { expect, it } from 'vitest'
import { chaos } from '#simulators/scenarios/chaos.ts'

const seed = Number(process.env.CHAOS_SEED ?? 20_260_401)

it(`[NOD-1] nodes and database die during an opening: no acknowledged entry is lost or doubled (CHAOS_SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  const lines: string[] = []
  const report = await chaos({
    bidders: 4,
    url: null,
    platformKey: null,
    seed,
    onLine: (line) => lines.push(line),
  })
  expect(report, lines.join('\n')).toMatchObject({ problems: [], mismatches: 0, failures: 0 })
  expect(report.figures.crashes).toBe(3)
  expect(report.series.polling?.count).toBeGreaterThan(0)
  expect(report.series.command?.count).toBeGreaterThan(10)
})
