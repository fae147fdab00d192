import { expect, test } from 'vitest'
import { applyEntry, type Entry } from '#domain/log/entry.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { initial } from '#domain/session/state.ts'
import { watchedSchema } from '#protocol/socket/watched.ts'
import { past } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, opener } from '#test/domain/sample-actors.ts'
import { recorded } from '#test/domain/session.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import type { RunningSection } from './running-sections.ts'
import { createWall } from './wall.ts'

const one = '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d'
const other = '7f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d'

function sectionOf(id: string): RunningSection {
  return { id, code: `C-${id[0]}`, name: '标段', opensAt: new Date(openingTime) }
}

/** A wall over logs in memory; `histories` by section, null for a log that cannot be read. */
function stage(logs: Record<string, SessionEvent[] | null>) {
  let now = openingTime
  let running = Object.keys(logs)
  let reads = 0
  const entriesOf = (id: string): Entry[] => {
    const history = logs[id]
    if (!history) throw new Error('an altered entry')
    const entries: Entry[] = []
    for (const event of history) {
      const actor = event.type === 'BidSubmitted' ? bidder(1) : opener
      entries.push(recorded(entries, event, actor, past))
    }
    return entries
  }
  const wall = createWall({
    running: async () => ({ sections: running.map(sectionOf), more: 0 }),
    log: {
      async state(id) {
        const unredactedState = initial()
        const entries = entriesOf(id)
        for (const entry of entries) applyEntry(unredactedState, entry)
        return { epoch: 'e', head: entries.length, hash: '', at: '', unredactedState }
      },
      async read(id, after, limit) {
        reads += 1
        return { epoch: 'e', head: 0, entries: entriesOf(id).slice(after, after + limit) }
      },
    },
    clock: () => now,
    failures: { report: () => undefined },
    viewerOf: ({ role, unitCode }) => ({ role, unitCode, seesSupervisor: true }),
  })
  return {
    wall,
    reads: () => reads,
    runs: (ids: string[]) => (running = ids),
    wait: (ms: number) => (now += ms),
  }
}

test('[WAL-2] a section is on the wall with its summary and the last line of its log', async () => {
  const { wall, reads } = stage({ [one]: [...histories.decrypting(), ...histories.opening(1)] })
  const read = watchedSchema.parse(await wall.read())
  expect(read).toMatchObject({ now: openingTime, ids: [one], more: 0 })
  const [section] = read.sections
  expect(section).toMatchObject({ id: one, code: 'C-6', summary: { phase: 'decrypting' } })
  expect(section?.last?.zh).toContain('投标人1')
  expect(section?.last?.en).toContain('投标人1')
  await wall.read()
  expect(reads(), 'a log that has not grown is not read again').toBe(1)
  expect(await wall.readAgain([one, other])).toEqual([section])
})

test('[WAL-3] before step 2 no line that names a bidder is shown', async () => {
  const { wall } = stage({ [one]: histories.submitted() })
  const text = JSON.stringify(await wall.read())
  expect(text).not.toContain('投标人1')
})

test('[WAL-2] a section whose log cannot be read says so and takes no other with it', async () => {
  const { wall } = stage({ [one]: null, [other]: histories.opened() })
  const { sections } = watchedSchema.parse(await wall.read())
  expect(sections.map(({ id, summary }) => [id, summary?.phase ?? null])).toEqual([
    [one, null],
    [other, 'opened'],
  ])
})

test('[WAL-1] a section that has ended stays for ten minutes', async () => {
  const { wall, runs, wait } = stage({ [one]: histories.opened(), [other]: histories.ended() })
  await wall.read()
  runs([one])
  wait(9 * 60_000)
  expect((await wall.read()).ids).toEqual([one, other])
  wait(2 * 60_000)
  expect((await wall.read()).ids).toEqual([one])
})
