import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forgedAt, leastFaults, type Story, story } from './fault-plan.ts'
import { goodConditions } from './network.ts'
import { alarmIn, violations } from './play.ts'
import type { forgeries } from './simulated-log.ts'

const still = { kind: 'conditions', at: 1, conditions: goodConditions } as const

/** A run of the fuzz in which only these things happen. */
function storyOf(told: Partial<Story>): Story {
  const quiet: Story = {
    seed: 0,
    viewer: { role: 'bidder', unitCode: 'B2', seesSupervisor: true },
    faults: Array.from({ length: leastFaults }, () => still),
    events: Array.from({ length: 20 }, (_, index) => 1 + index * 100),
    commands: [],
    looksBack: [],
    snapshotBeyond: 2000,
    keeps: 20_000,
    ends: 'polls',
    skew: 0,
  }
  return { ...quiet, ...told }
}

describe('[CON-1] [ALM-1] once quiet, the client’s state is the server’s as the viewer may see it', () => {
  const limits = { interruptAfterTimeLimit: 110_000, markInterruptAsFailure: true }
  test(
    'for any loss, doubling, reordering, delay, cut, dead node, restored backup, set clock and switch of roads',
    () =>
      fc.assert(
        fc.asyncProperty(story, async (told) => {
          expect(await violations(told)).toEqual([])
        }),
        { numRuns: 100, seed: 20_260_105, ...limits },
      ),
    120_000,
  )

  test('though a backup as long as the log was restored while there were only polls', async () => {
    const told = storyOf({
      faults: [
        { kind: 'no-socket', at: 1, ms: 24_000 },
        { kind: 'restore', at: 8000, length: 2 },
        still,
        still,
        still,
      ],
      events: [...Array(10).fill(500), ...Array(8).fill(8001)],
    })
    expect(await violations(told)).toEqual([])
  })

  test('though the subscription was lost on a connection that stands', async () => {
    const conditions = { loss: 1, doubling: 0, delayMs: 2477, failedRequests: 0 }
    const told = storyOf({
      faults: [
        { kind: 'cut', at: 500 },
        { kind: 'conditions', at: 501, conditions },
        { kind: 'cut', at: 24_000 },
        { kind: 'cut', at: 24_500 },
        still,
      ],
      ends: 'socket',
    })
    expect(await violations(told)).toEqual([])
  })

  test('though two backups were restored while a read of the first was still on its way', async () => {
    const slow = { loss: 0, doubling: 0, delayMs: 8000, failedRequests: 0 }
    for (let seed = 0; seed < 20; seed += 1) {
      const told = storyOf({
        seed,
        faults: [
          { kind: 'conditions', at: 161, conditions: slow },
          { kind: 'no-socket', at: 300, ms: 2000 },
          { kind: 'restore', at: 10_000, length: 1 },
          { kind: 'restore', at: 12_000 + seed * 200, length: 1 },
          still,
        ],
        ends: seed % 2 === 0 ? 'socket' : 'polls',
      })
      expect(await violations(told)).toEqual([])
    }
  })
})

describe('[CMD-3] a command is executed once', () => {
  test('though every node dies in turn while it is on its way, by whichever road', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const deaths = [0, 1, 0, 1, 0, 1].map((node, index) => ({
        kind: 'node-death' as const,
        at: 1000 + index * (150 + seed * 20),
        node,
        ms: 400,
      }))
      const commands = [900, 1000, 1200].map((at) => ({ at, refused: at === 1200 }))
      const told = storyOf({ seed, faults: deaths, commands, ends: 'socket' })
      expect(await violations(told)).toEqual([])
    }
  })

  test('and never said to be refused because a later sending of it was turned away', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      for (const kind of ['throttled', 'logged-out'] as const) {
        const faults = [
          { kind: 'cut' as const, at: 1150 + seed * 20 },
          { kind, at: 1151 + seed * 20, ms: 12_000 },
          still,
          still,
          still,
        ]
        const commands = [1000, 1050, 1100].map((at) => ({ at, refused: false }))
        const told = storyOf({ seed, faults, commands, ends: 'socket' })
        expect(await violations(told)).toEqual([])
      }
    }
  })
})

describe('a forged log raises an alarm', () => {
  const runs = {
    numRuns: 25,
    seed: 20_261_125,
    interruptAfterTimeLimit: 60_000,
    markInterruptAsFailure: true,
  }

  /**
   * A story whose bids are frozen when the log is forged, so that nobody has a preview any more; `later` entries are added
   * at once afterwards.
   */
  function forgedStory(forged: (typeof forgeries)[number], later = 0): fc.Arbitrary<Story> {
    return fc.tuple(story, fc.integer({ min: 17, max: 25 })).map(([told, count]) => {
      const events = [...Array(count).fill(24_000), ...Array(later).fill(forgedAt + 5000)]
      const snapshotBeyond = later > 0 ? 2 : told.snapshotBeyond
      return { ...told, events, snapshotBeyond, forged }
    })
  }

  test.each([
    ['[ALM-2]', 'another epoch', ['forked', 'snapshot']],
    ['[ALM-2]', 'another log', ['forked', 'snapshot']],
    ['[ALM-3]', 'shorter log', ['shorter']],
  ] as const)('%s %s, by socket and by polls', (_, forged, reasons) => {
    fc.assert(
      fc.property(forgedStory(forged), (told) => {
        expect(reasons).toContain(alarmIn(told)?.reason)
      }),
      runs,
    )
  })

  test('[ALM-4] forged snapshot, by socket and by polls', () => {
    fc.assert(
      fc.property(forgedStory('forged snapshot', 8), (told) => {
        expect(alarmIn(told)?.reason).toBe('snapshot')
      }),
      runs,
    )
  })
})
