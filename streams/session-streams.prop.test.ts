import { fc, test } from '@fast-check/vitest'
import { VirtualTimeScheduler } from 'rxjs'
import { describe, expect } from 'vitest'
import type { Viewer } from '#domain/actor.ts'
import type { VisibleEntry } from '#domain/entry.ts'
import { viewFor } from '#domain/view.ts'
import type { Connection } from './connection.ts'
import type { ClockReading } from './server-clock.ts'
import { sessionStreams } from './session-streams.ts'
import { fold, foldFor, openingLog, seededRandom, session, viewers } from './test-helpers.ts'
import { type Faults, noFaults, testNetwork } from './test-network.ts'

const first = openingLog('00')
const second = openingLog('11')
/** Faults happen before this, then it is quiet. */
const quietAt = 60_000
const endAt = 220_000

interface Story {
  readonly seed: number
  readonly viewer: Viewer
  readonly faults: Faults
  readonly appendGaps: readonly number[]
  /** When the socket is cut and joined, in turn. */
  readonly switches: readonly number[]
  /** A backup restored in mid-opening: how many entries it holds. */
  readonly restored: { readonly at: number; readonly length: number } | null
  /** By which road the client ends up. */
  readonly ends: 'socket' | 'polls'
  readonly skew: number
}

const chance = fc.double({ min: 0, max: 0.6, noNaN: true })
const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.integer(),
  viewer: fc.constantFrom(...viewers),
  faults: fc.record({
    loss: chance,
    doubling: chance,
    delayMs: fc.integer({ min: 1, max: 8000 }),
    failedRequests: chance,
  }),
  appendGaps: fc.array(fc.integer({ min: 0, max: 4000 }), {
    minLength: first.length,
    maxLength: first.length,
  }),
  switches: fc.array(fc.integer({ min: 1, max: quietAt - 1 }), { maxLength: 12 }),
  restored: fc.option(
    fc.record({
      at: fc.integer({ min: 1, max: quietAt - 1 }),
      length: fc.integer({ min: 1, max: second.length }),
    }),
  ),
  ends: fc.constantFrom('socket', 'polls'),
  skew: fc.integer({ min: -5_000_000, max: 5_000_000 }),
})

/** Plays a story to its end in virtual time; what the client then knows and what the server has. */
function play(told: Story) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const random = seededRandom(told.seed)
  const network = testNetwork({ scheduler, random, viewer: told.viewer, skew: told.skew })
  network.setFaults(told.faults)
  let at = 0
  for (const [index, gap] of told.appendGaps.entries()) {
    at = Math.min(at + gap, quietAt - 1)
    const append = () => {
      const log = told.restored && scheduler.now() >= told.restored.at ? second : first
      const entry = log[network.log().length]
      if (entry) network.append(entry)
    }
    scheduler.schedule(append, at + index / 1000)
  }
  for (const [index, when] of [...told.switches].sort((a, b) => a - b).entries()) {
    scheduler.schedule(index % 2 === 0 ? network.join : network.cut, when)
  }
  const { restored } = told
  if (restored) scheduler.schedule(() => network.restore(second.slice(0, restored.length), 'B'), restored.at)
  scheduler.schedule(() => {
    network.setFaults(noFaults)
    if (told.ends === 'socket') network.join()
    else network.cut()
  }, quietAt)

  let entries: VisibleEntry[] = []
  let broken: number | null = null
  let connection: Connection | null = null
  let clock: ClockReading | null = null
  const now = () => scheduler.now()
  const ports = {
    session,
    socket: network.socket,
    polls: network.polls,
    now,
    random,
    scheduler,
    clockEveryMs: 5000,
  }
  const streams = sessionStreams(ports)
  const subscription = streams.connection$.subscribe((next) => {
    connection = next
  })
  subscription.add(
    streams.clock$.subscribe((next) => {
      clock = next
    }),
  )
  subscription.add(
    streams.log$.subscribe((signal) => {
      if (signal.kind === 'frame') entries = [...entries, ...signal.entries]
      if (signal.kind === 'reset') entries = []
      if (signal.kind === 'broken') broken = signal.seq
    }),
  )
  scheduler.flush()
  subscription.unsubscribe()
  network.close()
  return { entries, broken, log: network.log(), ...({ connection, clock } as Ends) }
}

interface Ends {
  readonly connection: Connection | null
  readonly clock: ClockReading | null
}

function converges(told: Story): void {
  const { entries, broken, log, connection, clock } = play(told)
  expect(broken).toBeNull()
  expect(entries).toEqual(log.map((entry) => viewFor(told.viewer, entry)))
  expect(fold(entries)).toEqual(foldFor(told.viewer, log))
  expect(connection?.status).toBe(told.ends === 'socket' ? 'live' : 'polling')
  expect(Math.abs((clock?.offset ?? Number.NaN) - told.skew)).toBeLessThanOrEqual((clock?.error ?? 0) + 1)
}

describe('once quiet, the client knows what the server has, as far as it may see it', () => {
  test.prop([story], { numRuns: 150, seed: 20_260_105 })(
    'for any loss, doubling, reordering, delay, reconnect, restored backup and switch of roads',
    converges,
    60_000,
  )

  const calm: Story = {
    seed: 0,
    viewer: { role: 'bidder', unitCode: 'B2', seesSupervisor: true },
    faults: noFaults,
    appendGaps: first.map(() => 0),
    switches: [],
    restored: null,
    ends: 'polls',
    skew: 0,
  }

  test('though a backup as long as the log was restored while there were only polls', () => {
    converges({ ...calm, restored: { at: 2723, length: first.length } })
  })

  test('though the subscription was lost on a connection that stands', () => {
    const faults = { loss: 1, doubling: 0, delayMs: 2477, failedRequests: 0 }
    converges({ ...calm, faults, switches: [1, 2, quietAt - 1], ends: 'socket' })
  })
})
