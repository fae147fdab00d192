import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { createPlatformClient } from '#simulators/platform/client.ts'
import { freshDatabase } from '#test/support/pg-database.ts'
import { type Hall, openHall, publishFor } from './hall.ts'

/* Nodes in processes of their own whose machines' clocks are wrong, on a database whose clock is right. */

const shifted = fileURLToPath(new URL('../support/shifted-clock.mjs', import.meta.url))
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** The second node on a database has the wrapping key of the first. */
async function nodeAhead(databaseUrl: string, milliseconds: number, first?: Hall): Promise<Hall> {
  const hall = await openHall({
    environment: {
      DATABASE_URL: databaseUrl,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${shifted}`,
      SHIFTED_CLOCK: String(milliseconds),
      ...(first && { KEY_FILE: join(first.dataDir, 'wrapping.key') }),
    },
  })
  ends.push(hall.close)
  return hall
}

async function healthOf(hall: Hall) {
  const answer = await fetch(`${hall.platform.url}/healthz`)
  const { status, clockAheadMilliseconds, time } = (await answer.json()) as {
    status: string
    clockAheadMilliseconds: number
    time: string
  }
  const off = Math.abs(epochOf(time) - Date.now())
  return {
    http: answer.status,
    status,
    ahead: Math.round(clockAheadMilliseconds / 1000),
    isRight: off < 1000,
  }
}

test('[DBC-1] [DBC-3] a node that is set wrongly tells the right time, says so, and beyond 5 s takes no commands', {
  timeout: 120_000,
}, async () => {
  const { url, drop } = await freshDatabase()
  ends.push(drop)
  const near = await nodeAhead(url, 3000)
  const far = await nodeAhead(url, -90_000, near)
  expect(await healthOf(near)).toEqual({ http: 200, status: 'clock-off', ahead: 3, isRight: true })
  expect(await healthOf(far)).toEqual({ http: 503, status: 'clock-off', ahead: -90, isRight: true })
  await publishFor(near, [], 60)
  // A platform tries again; this one does so for a moment only.
  const platform = createPlatformClient({ url: far.platform.url, key: far.platformKey, timeoutMs: 500 })
  await expect(publishFor({ http: far.http, platform }, [], 60)).rejects.toThrow('时钟偏差 90 秒')
  expect(near.output()).toContain('the clock of this machine is off the database’s')
  expect(far.output()).toContain('so far off the database’s that it takes no commands')
})
