import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '#test/support/pg-database.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('the simulator’s command replays a real opening with two envelopes, and every price is right', {
  timeout: 240_000,
}, async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const args = ['--openings', 'test/fixtures/world-bank-openings.jsonl', '--limit', '1', '--envelopes', '2']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'simulators/main.ts', ...args, '--json'],
    { cwd: root, env: { ...process.env, DATABASE_URL: database.url } },
  )
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(report).toMatchObject({ openings: 1, mismatches: 0, failures: 0 })
  expect(report.bids).toBeGreaterThan(0)
})
