import { expect, test } from 'vitest'
import { genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import type { Actor } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { bidder, bidderCode, opener, platform, supervisor } from '#test/domain/sample-actors.ts'
import { isUrgent } from './is-urgent.ts'

const system: Actor = { id: 'system', role: 'system', name: '', unitCode: null }

function entryOf(said: SessionEvent, { id, role }: Actor): VisibleEntry {
  const place = { seq: 1, at: isoTime(1000), actor: id, role, commandId: '1', previous: genesisHash('s') }
  return recordEntry(said, place, () => '00')
}

const enters = (n: number) =>
  event('ParticipantEntered', { role: 'bidder', bidderCode: bidderCode(n), name: '' }, { address: '' })
const writes = (n: number) => event('MessageSent', { message: '一', name: '', bidderCode: bidderCode(n) })
const reads = (n: number) => event('BidRead', { bidderCode: bidderCode(n), position: 1 })
const imports = (n: number) =>
  event(
    'BidImported',
    { bidderCode: bidderCode(n), fileId: 'f', documentCount: 0 },
    { figures: {}, documents: [] },
  )

const watcher = { userCode: supervisor.id, bidderCode: null }
const own = { userCode: bidder(1).id, bidderCode: bidderCode(1) }

test.each([
  ['another bidder enters', enters(2), bidder(2), false],
  ['another bidder writes', writes(2), bidder(2), false],
  ['another bid is imported', imports(2), system, false],
  [
    'the platform enrols',
    event('BidderEnrolled', { bidderCode: bidderCode(2), name: '', certificate: '' }),
    platform,
    false,
  ],
  ['the opener writes', event('MessagePosted', { message: '一' }), opener, true],
  ['a bid is read out on time', reads(2), system, true],
  ['the last bidder ends the window', event('DecryptionClosed', { cause: 'all-opened' }), bidder(2), true],
])('%s: at once for everybody is %4$s', (_, said, actor, expected) => {
  for (const viewer of [watcher, own]) expect(isUrgent(entryOf(said, actor), viewer)).toBe(expected)
})

test('what concerns the viewing bidder is shown at once', () => {
  expect(isUrgent(entryOf(enters(1), bidder(1)), own)).toBe(true)
  expect(isUrgent(entryOf(imports(1), system), own)).toBe(true)
  expect(isUrgent(entryOf(imports(1), system), watcher)).toBe(false)
})

test('a hidden entry can wait', () => {
  expect(isUrgent({ seq: 1, hash: '0' }, own)).toBe(false)
})
