import { beforeEach, expect, test } from 'vitest'
import { createBidderConnections } from './bidder-connections.ts'

let now: number
let lines: ReturnType<typeof createBidderConnections>

beforeEach(() => {
  now = 1_000_000
  lines = createBidderConnections(() => now)
})

const session = 'session'
const taken = () => lines.take().map(({ bidderCode, from, until }) => ({ bidderCode, from, until }))

test('a line stands from the first connection to the last', () => {
  lines.joined(session, 'a')
  lines.joined(session, 'a')
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_000_000, until: null }])
  now += 5000
  lines.left(session, 'a')
  expect(taken()).toEqual([])
  now += 5000
  lines.left(session, 'a')
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_000_000, until: 1_010_000 }])
})

test('a page that is reloaded has not lost it; who comes back later begins another', () => {
  lines.joined(session, 'a')
  lines.left(session, 'a')
  taken()
  now += 1500
  lines.joined(session, 'a')
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_000_000, until: null }])
  lines.left(session, 'a')
  taken()
  now += 2001
  taken()
  lines.joined(session, 'a')
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_003_501, until: null }])
})

test('who is back late has lost the line, also where nobody has asked meanwhile', () => {
  lines.joined(session, 'a')
  lines.left(session, 'a')
  now += 60_000
  lines.joined(session, 'a')
  expect(taken()).toEqual([
    { bidderCode: 'a', from: 1_000_000, until: 1_000_000 },
    { bidderCode: 'a', from: 1_060_000, until: null },
  ])
})

test('bidders and sections have lines of their own', () => {
  for (const [section, code] of [
    [session, 'a'],
    [session, 'b'],
    ['other', 'a'],
  ] as const) {
    lines.joined(section, code)
  }
  lines.left(session, 'b')
  expect(lines.take().map(({ sessionId, until }) => [sessionId, until])).toEqual([
    [session, null],
    [session, now],
    ['other', null],
  ])
})

test('what could not be written is there again, as it stands by then', () => {
  lines.joined(session, 'a')
  const lost = lines.take()
  lines.left(session, 'a')
  lines.putBack(lost)
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_000_000, until: 1_000_000 }])
})
