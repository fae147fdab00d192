import { expect, it } from 'vitest'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { startOfEpoch } from '#protocol/socket/epoch.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { lightLog } from './light-log.ts'

const session = '7d0f8d3e-3d5b-4a53-9b34-6d9f3e6f2b11'

function fixture() {
  const seen: (number | string)[] = []
  const fresh: number[] = []
  const log = lightLog({
    session,
    onNew: (at) => fresh.push(at),
    reader: {
      onEntry: ({ seq }) => seen.push(seq),
      onSnapshot: () => seen.push('snapshot'),
      onReset: () => seen.push('reset'),
    },
  })
  return { log, seen, fresh }
}

const at = (seq: number) => Date.UTC(2026, 4, 1) + seq
const previous = (epoch: string, seq: number) =>
  seq === 1 ? startOfEpoch(session, epoch) : `${epoch}${seq - 1}`

function events(epoch: string, from: number, to: number, head = to): EventsMessage {
  const entries = Array.from({ length: to - from + 1 }, (_, index): VisibleEntry => {
    const seq = from + index
    const chain = { seq, hash: `${epoch}${seq}`, previous: previous(epoch, seq) }
    return { ...chain, at: new Date(at(seq)).toISOString(), type: 'MessagePosted' } as VisibleEntry
  })
  return { epoch, from, to, head, entries: entries as EventsMessage['entries'] }
}

it('takes each entry once, says when some are missing, and counts those after joining as new', () => {
  const { log, seen, fresh } = fixture()
  expect(log.onEvents(events('a', 1, 2))).toBe(true)
  expect(log.onEvents(events('a', 1, 3))).toBe(true)
  expect(log.onEvents(events('a', 5, 5))).toBe(false)
  expect(seen).toEqual(['reset', 1, 2, 3])
  expect(fresh).toEqual([at(3)])
  expect([log.position, log.brokenAt()]).toEqual([{ epoch: 'a', seq: 3, hash: 'a3' }, null])
})

it('goes on after a snapshot, and drops one that is behind', () => {
  const { log, seen } = fixture()
  const snapshot = (seq: number) =>
    ({ epoch: 'a', seq, hash: `a${seq}`, head: 9, state: {}, own: {} }) as never
  log.onSnapshot(snapshot(9))
  log.onSnapshot(snapshot(7))
  log.onEvents(events('a', 10, 10))
  expect(seen).toEqual(['reset', 'snapshot', 10])
  expect([log.position.hash, log.brokenAt()]).toEqual(['a10', null])
})

it('starts over in another epoch, but does not go back to a preview', () => {
  const { log, seen } = fixture()
  log.onEvents(events('preview.a.01234567', 1, 1))
  log.onEvents(events('a', 1, 2))
  log.onEvents(events('preview.a.01234567', 2, 2))
  expect(seen).toEqual(['reset', 1, 'reset', 1, 2])
  expect(log.position).toEqual({ epoch: 'a', seq: 2, hash: 'a2' })
})

it('remembers the first entry that does not continue the one before', () => {
  const { log } = fixture()
  log.onEvents(events('a', 1, 1))
  const [other] = events('b', 2, 2).entries
  log.onEvents({ ...events('a', 2, 2), entries: [other as never] })
  log.onEvents(events('a', 3, 3))
  expect(log.brokenAt()).toBe(2)
})
