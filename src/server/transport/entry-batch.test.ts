import { describe, expect, test } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { withOwnPart } from '#domain/session/own-part.ts'
import { reviveState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'
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
    const { packet, frames } = encodeMessage('hb', JSON.stringify(text))
    const [frame] = frames
    expect(frames).toHaveLength(1)
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

  test('[SNP-6] is encoded once for viewers of one role, and a bidder’s own part alone for each', () => {
    for (const one of staff) expect(messageFor(one).frames[0]).toBe(messageFor(one).frames[0])
    const messages = bidders.map((one) => messageFor(one))
    expect(new Set(messages.map(({ frames }) => frames[0])).size).toBe(1)
    for (const { frames } of messages) expect(frames[1]?.length).toBeLessThan(frames[0].length / 2)
    expect(messageFor(viewer('opener')).frames[0]).not.toBe(messages[0]?.frames[0])
  })

  test('[SNP-6] of each viewer is their view of the state, in two parts', () => {
    for (const one of [...staff, ...bidders.slice(0, 5)]) {
      const [kind, { own, ...rest }] = read(messageFor(one)) as [string, SnapshotMessage]
      expect([kind, { ...rest, state: reviveState(withOwnPart(rest.state, own)) }]).toEqual([
        'snapshot',
        { epoch: 'e', seq: head, hash: entries.at(-1)?.hash, head, state: viewState(one, state) },
      ])
    }
  })

  test('[SNP-6] is one WebSocket message in two fragments', () => {
    for (const one of [viewer('opener'), ...bidders.slice(0, 2)]) {
      const { packet, frames } = messageFor(one)
      // A text that goes on, and the end of a message.
      expect(frames.map((frame) => frame[0])).toEqual([0x01, 0x80])
      const payloads = frames.map((frame) => {
        const start = { 126: 4, 127: 10 }[frame[1] ?? 0] ?? 2
        return frame.subarray(start)
      })
      expect(Buffer.concat(payloads).toString()).toBe(`4${packet}`)
    }
  })
})
