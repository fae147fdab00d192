import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { firstBreak } from '#domain/log/entry.ts'
import { seeded } from '#lib/seeded-random.ts'
import { readLog } from '#simulators/client/read-log.ts'
import { enterSession } from '#simulators/client/session-client.ts'
import { commandAt, findDoubled } from '#simulators/load/verify-client.ts'
import { pauses } from '#simulators/participants/pauses.ts'
import { readOpenings } from '#simulators/replay/recorded-openings.ts'
import { simulate } from '#simulators/replay/replay-openings.ts'
import { accountOf, openHall } from './hall.ts'

const seed = Number(process.env.CRASH_SEED ?? 20_260_318)
const openings = readOpenings(
  fileURLToPath(new URL('../fixtures/world-bank-openings.jsonl', import.meta.url)),
  2,
)

const mostCrashes = 4
let answers = 0
const acknowledged: { session: string; id: string; seq: number }[] = []
const progress = () => answers + acknowledged.length
const hall = await openHall({
  embedded: true,
  tap: (_call, status) => {
    if (status === 200) answers += 1
  },
})
afterAll(() => hall.close())

it(`[NOD-1] no acknowledged entry is lost or doubled by kill -9 at random moments (CRASH_SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  const postgres = hall.postgresPid()
  let running = true
  const simulation = simulate({
    http: hall.http,
    platform: hall.platform,
    openings,
    lanes: openings.length,
    pause: pauses(4),
    // Submissions go on through the crashes too; the opening time has to leave room for the restarts.
    leadSeconds: 10 + 5 * hall.startSeconds,
    enter: { timeoutMs: 300_000, onAck: (ack) => acknowledged.push(ack) },
  }).finally(() => {
    running = false
  })
  const crashes = await crashUntil(() => !running)
  const report = await simulation

  expect(report).toMatchObject({ openings: openings.length, problems: [], mismatches: 0, failures: 0 })
  expect(crashes).toBeGreaterThanOrEqual(3)
  expect(hall.postgresPid(), 'the server of the first start was taken over').toBe(postgres)

  const supervisor = await accountOf(hall, 'supervisor')
  const sessions = [...new Set(acknowledged.map(({ session }) => session))]
  expect(sessions).toHaveLength(openings.length)
  for (const session of sessions) {
    const viewer = await enterSession(supervisor, session)
    const log = await readLog(viewer)
    viewer.close()
    expect(firstBreak(session, log)).toBeNull()
    expect(findDoubled(log)).toEqual([])
    const mine = acknowledged.filter((ack) => ack.session === session)
    expect(mine.filter(({ id, seq }) => commandAt(log, seq) !== id)).toEqual([])
  }
})

/**
 * Kills and restarts the server until `done`, a limited number of times; returns how often. Between two crashes there
 * is time for some work, even on a slow machine.
 */
async function crashUntil(done: () => boolean): Promise<number> {
  const random = seeded(seed)
  for (let crashes = 0; crashes < mostCrashes; crashes += 1) {
    const before = progress()
    await sleep(300 + random() * 4000)
    while (progress() < before + 4 && !done()) await sleep(10 + random() * 40)
    if (done()) return crashes
    await hall.kill()
    await sleep(random() * 300)
    await hall.start()
  }
  return mostCrashes
}
