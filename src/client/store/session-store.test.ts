import { from } from 'rxjs'
import { expect, test } from 'vitest'
import { type Entry, genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { initial, reviveState } from '#domain/session/state.ts'
import type { HistoryNews } from '#streams/history.ts'
import { startOfLog } from '#streams/log-position.ts'
import { orderLog } from '#streams/order-log.ts'
import type { Alarm } from '#streams/seen-log.ts'
import type { LogMessage } from '#streams/transport.ts'
import { openingLog, previewOf, session, snapshot, viewers } from '#test/support/opening-log.ts'
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

test('a batch is folded in one step, however many entries it has', () => {
  const store = createSessionStore()
  let changes = 0
  store.subscribe(() => {
    changes += 1
  })
  store.take({ kind: 'batch', entries: entries(enrolments), joinedAt: 3 })
  expect(changes).toBe(1)
  expect(store.getState().state.order).toEqual(['B1', 'B2', 'B3'])
  expect(store.getState().entries).toHaveLength(3)
})

test('objects that a batch does not change keep their identity, so that screens do not re-render', () => {
  const store = createSessionStore()
  const log = entries([...enrolments, event('BidRemarked', { bidderCode: 'B2', remark: 'late' })])
  store.take({ kind: 'batch', entries: log.slice(0, 3), joinedAt: 3 })
  const before = store.getState().state
  store.take({ kind: 'batch', entries: log.slice(3), joinedAt: 3 })
  const after = store.getState().state
  expect(after.bidders.B1).toBe(before.bidders.B1)
  expect(after.bidders.B2).toMatchObject({ remark: 'late' })
  expect(before.bidders.B2).toMatchObject({ remark: '' })
})

test('[HID-1] a hidden entry advances only the seq', () => {
  const store = createSessionStore()
  store.take({ kind: 'batch', entries: [{ seq: 1, hash: 'ab' }], joinedAt: 1 })
  expect(store.getState().state).toMatchObject({ seq: 1, order: [] })
})

const head = { epoch: 'A', seq: 3, hash: 'ab' }
const brokenAt4 = { reason: 'broken', seen: head, shown: { ...head, seq: 4, hash: 'cd' } } as const

test('[EVT-3] a break of the chain is reported and nothing is folded', () => {
  const store = createSessionStore()
  store.take({ kind: 'batch', entries: entries(enrolments), joinedAt: 3 })
  store.take({ kind: 'broken', seq: 4, alarm: brokenAt4 })
  expect(store.getState()).toMatchObject({ broken: 4, state: { seq: 3 } })
})

test('[EPO-1] another epoch starts from the initial state', () => {
  const store = createSessionStore()
  store.take({ kind: 'batch', entries: entries(enrolments), joinedAt: 3 })
  store.take({ kind: 'broken', seq: 4, alarm: brokenAt4 })
  store.take({ kind: 'reset' })
  expect(store.getState()).toMatchObject({ broken: null, state: { seq: 0, order: [] } })
  expect(store.getState().entries).toHaveLength(0)
})

test('[ALM-6] a new start takes back the alarm of a log that came in broken, and no other', () => {
  const alarmAfter = (known: Alarm | null) => {
    const store = createSessionStore()
    store.setState({ alarm: known })
    store.take({ kind: 'broken', seq: 4, alarm: brokenAt4 })
    store.take({ kind: 'reset' })
    return store.getState().alarm
  }
  expect(alarmAfter(null)).toBeNull()
  // Kept over a reload: entries that were read back were broken.
  const kept: Alarm = { ...brokenAt4, shown: { ...head, seq: 2, hash: 'ef' } }
  expect(alarmAfter(kept)).toBe(kept)
  const store = createSessionStore()
  store.setState({ alarm: kept })
  store.take({ kind: 'reset' })
  expect(store.getState().alarm).toBe(kept)
})

test('[SNP-2] a snapshot replaces the fold; batches continue from it', () => {
  const log = entries([...enrolments, event('BidRemarked', { bidderCode: 'B2', remark: 'late' })])
  const whole = createSessionStore()
  whole.take({ kind: 'batch', entries: log, joinedAt: 4 })
  const store = createSessionStore()
  store.take({ kind: 'batch', entries: log.slice(0, 1), joinedAt: 4 })
  const before = createSessionStore()
  before.take({ kind: 'batch', entries: log.slice(0, 3), joinedAt: 4 })
  const state = reviveState(JSON.parse(JSON.stringify(before.getState().state)))
  store.take({ kind: 'snapshot', state, seq: 3, hash: log[2]?.hash ?? '', joinedAt: 4 })
  expect(store.getState()).toMatchObject({ from: 4, earlier: 'more' })
  expect(store.getState().entries).toHaveLength(0)
  store.take({ kind: 'batch', entries: log.slice(3), joinedAt: 4 })
  expect(store.getState().state).toEqual(whole.getState().state)
})

test('[RIV-2] the first snapshot of a log must have what the bidder’s preview had of their own', () => {
  const log = openingLog()
  const submitted = log.findLastIndex(({ type }) => type === 'BidSubmitted') + 1
  const opened = log.findIndex(({ type }) => type === 'BidsFrozen') + 1
  /** Where the page stands after the preview and a snapshot of this log. */
  const after = (shown: readonly Entry[]) => {
    const store = createSessionStore()
    const snapshotAt: LogMessage = { kind: 'snapshot', body: snapshot(shown, shown.length) }
    from([previewOf(log, submitted), snapshotAt])
      .pipe(orderLog(startOfLog(session)))
      .subscribe(({ signals }) => signals.forEach(store.take))
    return store.getState()
  }
  expect(after(log.slice(0, opened))).toMatchObject({ alarm: null, state: { seq: opened, frozen: true } })
  expect(after(log)).toMatchObject({ alarm: null, state: { seq: log.length } })
  const isOwn = ({ type, payload }: Entry) =>
    type === 'BidSubmitted' && (payload as { bidderCode: string }).bidderCode === viewers[0]?.unitCode
  const without = log.slice(0, opened).filter((entry) => !isOwn(entry))
  expect(without).toHaveLength(opened - 1)
  expect(after(without)).toMatchObject({ alarm: { reason: 'snapshot' }, state: { seq: 0 } })
  for (const field of ['ciphertextHash', 'contentCommitment']) {
    const own = `"${field}":"${viewers[0]?.unitCode}"`
    const exchanged = JSON.stringify(log.slice(0, opened)).replaceAll(own, `"${field}":"another"`)
    expect(after(JSON.parse(exchanged))).toMatchObject({ alarm: { reason: 'snapshot' } })
  }
})

test('[SNP-4] earlier entries are prepended, and the fold is unchanged', () => {
  const store = createSessionStore()
  const log = entries(enrolments)
  store.take({ kind: 'snapshot', state: { ...initial(), seq: 2 }, seq: 2, hash: '', joinedAt: 3 })
  store.take({ kind: 'batch', entries: log.slice(2), joinedAt: 3 })
  const { state } = store.getState()
  store.takeEarlier({ kind: 'loading' })
  expect(store.getState().earlier).toBe('loading')
  store.takeEarlier({ kind: 'failed' })
  expect(store.getState().earlier).toBe('failed')
  store.takeEarlier({ kind: 'page', entries: log.slice(1, 2) })
  expect(store.getState()).toMatchObject({ from: 2, earlier: 'more' })
  store.takeEarlier({ kind: 'page', entries: log.slice(0, 1) })
  expect(store.getState()).toMatchObject({ from: 1, earlier: 'none' })
  expect([...store.getState().entries]).toEqual(log)
  expect(store.getState().state).toBe(state)
})

test('a long batch folds to the same state as its entries one by one, and does not change earlier states', () => {
  const events = Array.from({ length: 300 }, (_, index) =>
    index < 3
      ? (enrolments[index] as SessionEvent)
      : event('BidRemarked', { bidderCode: `B${(index % 3) + 1}`, remark: `${index}` }),
  )
  const log = entries(events)
  const store = createSessionStore()
  const slow = createSessionStore()
  store.take({ kind: 'batch', entries: log.slice(0, 10), joinedAt: 3 })
  for (const entry of log) slow.take({ kind: 'batch', entries: [entry], joinedAt: 3 })
  const { state } = store.getState()
  const copy = JSON.stringify(state)
  store.take({ kind: 'batch', entries: log.slice(10), joinedAt: 3 })
  expect(store.getState().state).toEqual(slow.getState().state)
  expect(JSON.stringify(state)).toBe(copy)
})

test('later batches do not change states that were handed out', () => {
  const store = createSessionStore()
  const log = entries([...enrolments, event('BidRemarked', { bidderCode: 'B2', remark: 'late' })])
  store.take({ kind: 'batch', entries: log.slice(0, 3), joinedAt: 3 })
  const { state, entries: known } = store.getState()
  const copy = JSON.stringify([state, [...known], log])
  store.take({ kind: 'batch', entries: log.slice(3), joinedAt: 3 })
  expect(JSON.stringify([state, [...known], log])).toBe(copy)
})

test('[SNP-7] no entry is dropped while an earlier page is being read, or once one was refused', () => {
  const log = entries(
    Array.from({ length: 60 }, () => event('BidRemarked', { bidderCode: 'B1', remark: '' })),
  )
  const known = (...news: HistoryNews[]) => {
    const store = createSessionStore(10)
    store.take({ kind: 'batch', entries: log.slice(0, 20), joinedAt: 0 })
    for (const one of news) store.takeEarlier(one)
    store.take({ kind: 'batch', entries: log.slice(20), joinedAt: 0 })
    return store.getState()
  }
  expect(known()).toMatchObject({ from: 51, earlier: 'more' })
  expect(known({ kind: 'loading' })).toMatchObject({ from: 11, earlier: 'loading' })
  expect(known({ kind: 'loading' }, { kind: 'failed' })).toMatchObject({ from: 51, earlier: 'more' })
  const alarm = { reason: 'forked', seen: head, shown: { ...head, hash: 'cd' } } as const
  expect(known({ kind: 'broken', alarm })).toMatchObject({ from: 11, earlier: 'broken', alarm })
})

test('[ALM-4] a snapshot is compared with the entries before it, though entries were dropped meanwhile', () => {
  const remarks = ['B1', 'B2', 'B3'].map((bidderCode) => event('BidRemarked', { bidderCode, remark: 'late' }))
  const log = entries([...enrolments, ...remarks])
  const whole = createSessionStore()
  whole.take({ kind: 'batch', entries: log.slice(0, 3), joinedAt: 3 })
  const { state } = whole.getState()
  const alarmFor = (order: readonly string[]) => {
    const store = createSessionStore(1)
    store.take({ kind: 'snapshot', state: { ...state, order: [...order] }, seq: 3, hash: '', joinedAt: 3 })
    store.take({ kind: 'batch', entries: log.slice(3), joinedAt: 3 })
    expect(store.getState().from).toBe(6)
    store.takeEarlier({ kind: 'page', entries: log.slice(0, 5) })
    return store.getState().alarm?.reason
  }
  expect(alarmFor(state.order)).toBeUndefined()
  expect(alarmFor(['B3', 'B2', 'B1'])).toBe('snapshot')
})
