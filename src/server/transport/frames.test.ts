import { describe, expect, test } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { viewFor } from '#domain/session/view.ts'
import { openingOf } from '#test/domain/session.ts'
import { bidderCode, figuresOf } from '#test/domain/world.ts'
import { type Encoded, encode, framePage, frameSnapshot } from './frames.ts'

const { entries, state } = openingOf([1, 2, 3].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) })))
const bidders = Array.from({ length: 50 }, (_, i) => viewer('bidder', bidderCode(i + 1)))
const staff = (['opener', 'supervisor', 'agency', 'tenderer', 'platform'] as const).map((role) =>
  viewer(role),
)

function viewer(role: Viewer['role'], unitCode: string | null = null): Viewer {
  return { role, unitCode, seesSupervisor: role !== 'agency' && role !== 'tenderer' }
}

function framed(some: readonly Entry[], after: number) {
  return framePage({ epoch: 'e', head: entries.length, entries: some }, after)
}

/** The message as a Socket.IO client reads it. */
function read({ packet }: Encoded): unknown[] {
  return JSON.parse(packet.slice(1))
}

describe('a page of entries', () => {
  test('is for every viewer what viewFor leaves of it', () => {
    const page = framed(entries.slice(4, 40), 4)
    for (const one of [...staff, ...bidders]) {
      expect(read(page.frameFor(one))).toEqual([
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

  test('is one text for all bidders but those it is about', () => {
    const about = entries.findIndex(({ type }) => type === 'BidSubmitted')
    const page = framed(entries.slice(about, about + 1), about)
    const texts = new Set(bidders.map((one) => page.frameFor(one)))
    expect(texts.size).toBe(2)
    expect(new Set(bidders.slice(3).map((one) => page.frameFor(one))).size).toBe(1)
  })

  test('without entries says where it stands', () => {
    expect(framed([], 7).to).toBe(7)
  })
})

describe('the WebSocket frame', () => {
  test.each([
    ['short', 'x'.repeat(50), 2, 0],
    ['medium, Chinese', '开'.repeat(5000), 4, 126],
    ['long', 'x'.repeat(70_000), 10, 127],
  ])('of a %s text says its length and holds it', (_, text, start, mark) => {
    const { packet, frame } = encode('hb', JSON.stringify(text))
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
  const frameFor = frameSnapshot({
    epoch: 'e',
    head,
    hash: entries.at(-1)?.hash ?? '',
    unredactedState: state,
  })

  test('is made once for viewers who see the same', () => {
    expect(frameFor(viewer('opener'))).toBe(frameFor(viewer('opener')))
  })

  test('of a bidder is their own, and nobody keeps it: a thousand of them would fill the memory', () => {
    const [one, other] = [viewer('bidder', bidderCode(1)), viewer('bidder', bidderCode(2))]
    expect(frameFor(one)).not.toBe(frameFor(one))
    expect(read(frameFor(one))).toEqual(read(frameFor(one)))
    expect(read(frameFor(one))).not.toEqual(read(frameFor(other)))
  })
})
