import { describe, expect, test } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { viewFor } from '#domain/session/view.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { type EncodedMessage, encodeMessage } from './encoded-message.ts'
import { encodeBatch, encodeSnapshot } from './entry-batch.ts'

const { entries, state } = openingOf([1, 2, 3].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) })))
const bidders = Array.from({ length: 50 }, (_, i) => viewer('bidder', bidderCode(i + 1)))
const staff = (['opener', 'supervisor', 'agency', 'tenderer', 'platform'] as const).map((role) =>
  viewer(role),
)

function viewer(role: Viewer['role'], unitCode: string | null = null): Viewer {
  return { role, unitCode, seesSupervisor: role !== 'agency' && role !== 'tenderer' }
}

function batchOf(some: readonly Entry[], after: number) {
  return encodeBatch({ epoch: 'e', head: entries.length, entries: some }, after)
}

/** The message as a Socket.IO client reads it. */
function read({ packet }: EncodedMessage): unknown[] {
  return JSON.parse(packet.slice(1))
}

describe('a batch of entries', () => {
  test('contains for each viewer what viewFor shows them', () => {
    const batch = batchOf(entries.slice(4, 40), 4)
    for (const one of [...staff, ...bidders]) {
      expect(read(batch.messageFor(one))).toEqual([
        'events',
        {
          epoch: 'e',
          from: 5,
          to: 40,
          head: entries.length,
          entries: entries.slice(4, 40).map((entry) => JSON.parse(JSON.stringify(viewFor(one, entry)))),
        },
      ])
    }
  })

  test('is encoded once for all bidders except those it concerns', () => {
    const about = entries.findIndex(({ type }) => type === 'BidSubmitted')
    const batch = batchOf(entries.slice(about, about + 1), about)
    const texts = new Set(bidders.map((one) => batch.messageFor(one)))
    expect(texts.size).toBe(2)
    expect(new Set(bidders.slice(3).map((one) => batch.messageFor(one))).size).toBe(1)
  })

  test('without entries ends at the position asked for', () => {
    expect(batchOf([], 7).to).toBe(7)
  })
})

describe('the WebSocket frame', () => {
  test.each([
    ['short', 'x'.repeat(50), 2, 0],
    ['medium, Chinese', '开'.repeat(5000), 4, 126],
    ['long', 'x'.repeat(70_000), 10, 127],
  ])('of a %s text has its length and its content', (_, text, start, mark) => {
    const { packet, frame } = encodeMessage('hb', JSON.stringify(text))
    expect(frame[0]).toBe(0x81)
    const length = frame.length - start
    expect(frame[1]).toBe(mark === 0 ? length : mark)
    if (mark === 126) expect(frame.readUInt16BE(2)).toBe(length)
    if (mark === 127) expect(frame.readBigUInt64BE(2)).toBe(BigInt(length))
    expect(frame.subarray(start).toString()).toBe(`4${packet}`)
  })
})

describe('a snapshot', () => {
  const head = entries.length
  const messageFor = encodeSnapshot({
    epoch: 'e',
    head,
    hash: entries.at(-1)?.hash ?? '',
    at: '',
    unredactedState: state,
  })

  test('is encoded once for viewers who see the same', () => {
    expect(messageFor(viewer('opener'))).toBe(messageFor(viewer('opener')))
  })

  test('of a bidder is unique and not cached', () => {
    const [one, other] = [viewer('bidder', bidderCode(1)), viewer('bidder', bidderCode(2))]
    expect(messageFor(one)).not.toBe(messageFor(one))
    expect(read(messageFor(one))).toEqual(read(messageFor(one)))
    expect(read(messageFor(one))).not.toEqual(read(messageFor(other)))
  })
})
