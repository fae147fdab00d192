import { describe, expect, test } from 'vitest'
import { toRecorded } from '#domain/log/entry.ts'
import { eventVersions, type RecordedEvent } from '#domain/session/event.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { progressBidder, progressKind, progressLine } from './progress.ts'

const bids = [1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) }))
const events = openingOf(bids).entries.map(toRecorded)
const nameOf = (code: string) => `《${code}》`

function find(type: RecordedEvent['type']): RecordedEvent {
  const found = events.find((event) => event.type === type)
  if (!found) throw new Error(`no ${type}`)
  return found
}

test('[SHL-14] every event of an opening has a line in both languages and a kind', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(20)
  for (const event of events) {
    expect(progressLine(event, 'zh-CN', nameOf), event.type).toMatch(/[一-鿿]/)
    expect(progressLine(event, 'en', nameOf), event.type).toMatch(/[a-z]/)
    expect(progressKind(event), event.type).not.toBe('unknown')
  }
})

test('a line about a bidder names them and is found by their code', () => {
  for (const type of ['BidSubmitted', 'BidAnnounced', 'ObjectionRaised', 'ObjectionReplied'] as const) {
    expect(progressLine(find(type), 'zh-CN', nameOf)).toContain(`《${bidderCode(1)}》`)
    expect(progressBidder(find(type))).toBe(bidderCode(1))
  }
  expect(progressBidder(find('DecryptionStarted'))).toBeNull()
})

test('no line has the text of an objection', () => {
  const { content } = find('ObjectionRaised').payload as { content: string }
  for (const event of events) expect(progressLine(event, 'zh-CN', nameOf)).not.toContain(content)
})

describe.each([
  ['a type', { ...find('BidAnnounced'), type: 'BidTeleported' }],
  ['a type named like an object’s property', { ...find('BidAnnounced'), type: 'constructor' }],
  ['a version', { ...find('BidAnnounced'), version: eventVersions.BidAnnounced + 1 }],
])('%s of a newer program', (_name, newer) => {
  const event = newer as unknown as RecordedEvent

  test('has a line that says so', () => {
    expect(progressLine(event, 'zh-CN', nameOf)).toContain(`未知事件（${event.type}）`)
    expect(progressLine(event, 'en', nameOf)).toContain(`Unknown event (${event.type})`)
  })

  test('is of unknown kind and about no bidder', () => {
    expect(progressKind(event)).toBe('unknown')
    expect(progressBidder(event)).toBeNull()
  })
})
