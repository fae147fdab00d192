import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServerClock } from '#simulators/fixtures/server-clock.ts'
import { temporaryData } from '#simulators/fixtures/server-process.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { smallestOpening } from '#simulators/replay/recorded-openings.ts'
import { simulateVariant } from '#simulators/replay/simulate-variant.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { shipped } from '#variants/load.ts'
import { standard } from '#variants/standard.ts'

const regions = shipped.filter((variant) => variant !== standard)

// One database and clock for all variants: each server must start with the data of the others.
const data = temporaryData()
const clock = createServerClock()
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database.drop()
  data.remove()
})

test.each(regions)('a whole opening goes by the rules of $name', { timeout: 240_000 }, async (variant) => {
  const opening = smallestOpening()
  const place = { dataDir: data.folder, databaseUrl: database.url }
  const report = await simulateVariant(variant, { ...place, opening, pause: pauses(null), clock })
  expect(report.problems).toEqual([])
  expect(report).toMatchObject({ openings: 1, bids: opening.bids.length, mismatches: 0, failures: 0 })
  expect(report.checks).toBe(10)
  const { stopAllowed, failureSignedFor } = variant.laterSteps
  expect(report.played.map(({ what }) => what)).toEqual([
    stopAllowed ? 'opening' : 'paused opening',
    ...(failureSignedFor.length > 0 ? ['failed lot'] : []),
  ])
})
