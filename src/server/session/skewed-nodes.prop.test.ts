import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Command } from '#domain/session/command.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, decryption, platform, submission } from '#test/domain/sample-actors.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import { createClockGate } from '../clock/clock-gate.ts'
import { createHallClock } from '../clock/hall-clock.ts'
import { createHallTime } from '../clock/hall-time.ts'
import { createMemoryLog, createMemoryStorage, type MemoryStorage } from '../log/memory-log.ts'
import { createAuthority } from './authority.ts'

/* Three nodes on one database, one of them on a machine whose clock is wrong. The fake clock is the database's. */

const logger = pino({ level: 'silent' })
const preparation = {
  rules,
  ...noCertificates,
  attachments: { claim: async () => null },
  sectionState: async () => null,
  freezeRecord,
}

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

/** A node whose machine's clock is `skew` ms ahead; it reads the database's clock each second. */
async function startNode(storage: MemoryStorage, skew: number, delays: readonly number[]) {
  const log = createMemoryLog(randomBytes, storage)
  const clock = createHallClock(
    () => Date.now() + skew,
    () => Date.now(),
  )
  let reads = 0
  const read = async () => {
    const back = delays[reads % delays.length] ?? 0
    const there = delays[(reads + 1) % delays.length] ?? 0
    reads += 1
    clock.observe(clock.monotonic() - there - back, Date.now() - back)
  }
  await read()
  const reading = setInterval(() => void read(), 1000)
  const hallTime = createHallTime(clock.now, clock, read, createClockGate(clock, read))
  const authority = createAuthority(log, preparation, clock.now, logger, undefined, hallTime)
  await authority.start()
  return {
    authority,
    async stop() {
      clearInterval(reading)
      authority.stop()
      await log.close()
    },
  }
}

interface Act {
  readonly node: number
  readonly bidder: number
  /** Milliseconds after the limit, by the database's clock. */
  readonly after: number
}

interface Story {
  readonly skew: number
  readonly delays: readonly number[]
  readonly acts: readonly Act[]
}

const delayLimit = 40
const act = fc.record({
  node: fc.nat({ max: 2 }),
  bidder: fc.integer({ min: 1, max: 2 }),
  after: fc.integer({ min: -2500, max: 2500 }),
})
const stories = fc.record({
  skew: fc.constantFrom(90_000, -90_000, 4500, -4500, 800, -800),
  delays: fc.array(fc.nat({ max: delayLimit }), { minLength: 2, maxLength: 4 }),
  acts: fc.array(act, { minLength: 1, maxLength: 6 }),
})

/** Plays a story around `limit`; what became of each act, and when entries of a type appeared. */
async function play(
  { skew, delays, acts }: Story,
  history: SessionEvent[],
  limit: number,
  commandOf: (n: number) => Command,
) {
  vi.setSystemTime(limit - 5000)
  const storage = createMemoryStorage()
  const id = randomUUID()
  const log = createMemoryLog(randomBytes, storage)
  await log.create({ id, sealIdentity: 'identity', sealRecipient: 'recipient' })
  await log.append(id, {
    actor: platform,
    commandId: 'story',
    content: null,
    at: Date.now(),
    decide: () => ok(history),
  })
  const nodes = await Promise.all([skew, 0, 0].map((by) => startNode(storage, by, delays)))
  const written = new Map<number, number>()
  log.onAppended((_, seq) => void written.set(seq, Date.now()))
  const outcomes: { readonly act: Act; readonly code: string }[] = []
  for (const [index, act] of acts.toSorted((a, b) => a.after - b.after).entries()) {
    await vi.advanceTimersByTimeAsync(Math.max(0, limit + act.after - Date.now()))
    const request = { sessionId: id, actor: bidder(act.bidder), commandId: `act-${index}`, address: '' }
    const result = await nodes[act.node]?.authority.decide(request, commandOf(act.bidder))
    outcomes.push({ act, code: result?.ok ? 'accepted' : (result?.error.code ?? '') })
  }
  await vi.advanceTimersByTimeAsync(Math.max(0, limit + 4000 - Date.now()))
  for (const node of nodes) await node.stop()
  const { entries = [] } = (await log.read(id, 0, 1000)) ?? {}
  await log.close()
  return { outcomes, entries, written }
}

/** Half a round trip: so exactly a node knows the time. */
const bound = delayLimit

function expectPunctual(
  { outcomes, entries }: Awaited<ReturnType<typeof play>>,
  { skew }: Story,
  late: string,
): void {
  for (const { act, code } of outcomes) {
    if (act.node === 0 && Math.abs(skew) > 5000) expect(code).toBe('node-clock-off')
    else if (act.after >= bound) expect(code).not.toBe('accepted')
    else if (act.after < -bound) expect(code).not.toBe(late)
  }
  const times = entries.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
}

/** `SKEWED_RUNS=1000` runs as many as are asked for after a change of the clock. */
const runs = { seed: 20261124, numRuns: Number(process.env.SKEWED_RUNS ?? 200) }

test('[DBC-1] [DBC-3] no bid is taken late and none refused early, whatever one machine’s clock shows', async () => {
  const property = fc.asyncProperty(stories, async (story) => {
    const played = await play(story, histories.enrolled(), openingTime, (n) => ({
      type: 'SubmitBid',
      payload: submission(n),
    }))
    expectPunctual(played, story, 'submission-closed')
  })
  await fc.assert(property, runs)
}, 120_000)

test('[DBC-1] [LOG-6] no window closes early, and no key is taken late', async () => {
  const limit = histories.decryptionDeadline
  const property = fc.asyncProperty(stories, async (story) => {
    const played = await play(story, histories.decrypting(), limit, (n) => decryption(n))
    expectPunctual(played, story, 'decryption-closed')
    const closed = played.entries.find(({ type }) => type === 'DecryptionClosed')
    if (!closed) return
    expect(epochOf(closed.at)).toBeGreaterThanOrEqual(limit)
    expect(played.written.get(played.entries.at(-1)?.seq ?? 0)).toBeGreaterThanOrEqual(limit)
  })
  await fc.assert(property, runs)
}, 120_000)
