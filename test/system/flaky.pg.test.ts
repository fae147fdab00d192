import { expect, it } from 'vitest'
import { reportPage } from '#simulators/report/html-report.ts'
import { flaky } from '#simulators/scenarios/flaky.ts'

const seed = Number(process.env.FLAKY_SEED ?? 20_260_402)

it(`[CON-1] an opening on a bad network gives everybody the log's state, and a report (FLAKY_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const lines: string[] = []
  const report = await flaky({
    bidders: 6,
    url: null,
    platformKey: null,
    seed,
    onLine: (line) => lines.push(line),
  })
  expect(report, lines.join('\n')).toMatchObject({ problems: [], mismatches: 0, failures: 0 })
  for (const series of ['live', 'polling', 'reconnect', 'command'] as const) {
    expect(report.series[series]?.count, series).toBeGreaterThan(0)
  }
  if (process.platform === 'linux') {
    expect(report.server?.cpuSeconds).toBeGreaterThan(0)
    expect(report.server?.peakMemoryMb).toBeGreaterThan(0)
  }
  const page = reportPage(report)
  expect(page).toContain('verdict good')
  expect(page).toContain('Staleness, polling')
  expect(page).toContain('bad conditions')
})
