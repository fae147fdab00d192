import { expect, test } from 'vitest'
import { genesisHash, recordEntry, type VisibleEntry } from '#domain/entry.ts'
import { event, type SessionEvent } from '#domain/event.ts'
import { createSessionStore } from './session-store.ts'

function entries(events: readonly SessionEvent[]): VisibleEntry[] {
  let previous = genesisHash('s')
  return events.map((happened, index) => {
    const place = {
      seq: index + 1,
      at: '2026-01-01T00:00:00.000Z',
      actor: 'o',
      role: 'opener',
      commandId: `${index}`,
    }
    const entry = recordEntry(happened, { ...place, previous }, () => '00')
    previous = entry.hash
    return entry
  })
}

const enrolments = ['B1', 'B2', 'B3'].map((bidderCode) =>
  event('BidderEnrolled', { bidderCode, name: bidderCode, certificate: '' }),
)

test('a frame is folded in one step, whatever it holds', () => {
  const store = createSessionStore()
  let changes = 0
  store.subscribe(() => {
    changes += 1
  })
  store.take({ kind: 'frame', entries: entries(enrolments), joinedAt: 3 })
  expect(changes).toBe(1)
  expect(store.getState().state.order).toEqual(['B1', 'B2', 'B3'])
  expect(store.getState().entries).toHaveLength(3)
})

test('what a frame does not touch stays the same object, so that screens stay still', () => {
  const store = createSessionStore()
  const log = entries([...enrolments, event('BidRemarked', { bidderCode: 'B2', remark: 'late' })])
  store.take({ kind: 'frame', entries: log.slice(0, 3), joinedAt: 3 })
  const before = store.getState().state
  store.take({ kind: 'frame', entries: log.slice(3), joinedAt: 3 })
  const after = store.getState().state
  expect(after.bidders.B1).toBe(before.bidders.B1)
  expect(after.bidders.B2).toMatchObject({ remark: 'late' })
  expect(before.bidders.B2).toMatchObject({ remark: '' })
})

test('a hidden entry moves the place alone', () => {
  const store = createSessionStore()
  store.take({ kind: 'frame', entries: [{ seq: 1, hash: 'ab' }], joinedAt: 1 })
  expect(store.getState().state).toMatchObject({ seq: 1, order: [] })
})

test('a break of the chain is shown and nothing is folded for it', () => {
  const store = createSessionStore()
  store.take({ kind: 'frame', entries: entries(enrolments), joinedAt: 3 })
  store.take({ kind: 'broken', seq: 4 })
  expect(store.getState()).toMatchObject({ broken: 4, state: { seq: 3 } })
})

test('another epoch starts from nothing', () => {
  const store = createSessionStore()
  store.take({ kind: 'frame', entries: entries(enrolments), joinedAt: 3 })
  store.take({ kind: 'broken', seq: 4 })
  store.take({ kind: 'reset' })
  expect(store.getState()).toMatchObject({ broken: null, entries: [], state: { seq: 0, order: [] } })
})
