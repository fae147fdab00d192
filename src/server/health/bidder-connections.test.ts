import { beforeEach, expect, test } from 'vitest'
import { createBidderConnections } from './bidder-connections.ts'

let now: number
let connections: ReturnType<typeof createBidderConnections>

beforeEach(() => {
  now = 1_000_000
  connections = createBidderConnections(() => now)
})

const session = 'session'
const taken = () => connections.take().map(({ bidderCode, from, until }) => ({ bidderCode, from, until }))

test('a connection lasts from the first socket’s opening to the last one’s closing', () => {
  connections.joined(session, 'a')
  connections.joined(session, 'a')
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_000_000, until: null }])
  now += 5000
  connections.left(session, 'a')
  expect(taken()).toEqual([])
  now += 5000
  connections.left(session, 'a')
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_000_000, until: 1_010_000 }])
})

test('reloading the page continues a connection; coming back later begins another', () => {
  connections.joined(session, 'a')
  connections.left(session, 'a')
  taken()
  now += 1500
  connections.joined(session, 'a')
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_000_000, until: null }])
  connections.left(session, 'a')
  taken()
  now += 2001
  taken()
  connections.joined(session, 'a')
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_003_501, until: null }])
})

test('coming back late begins another connection, also if none was taken meanwhile', () => {
  connections.joined(session, 'a')
  connections.left(session, 'a')
  now += 60_000
  connections.joined(session, 'a')
  expect(taken()).toEqual([
    { bidderCode: 'a', from: 1_000_000, until: 1_000_000 },
    { bidderCode: 'a', from: 1_060_000, until: null },
  ])
})

test('each bidder has a connection of their own to each section', () => {
  for (const [section, code] of [
    [session, 'a'],
    [session, 'b'],
    ['other', 'a'],
  ] as const) {
    connections.joined(section, code)
  }
  connections.left(session, 'b')
  expect(connections.take().map(({ sessionId, until }) => [sessionId, until])).toEqual([
    [session, null],
    [session, now],
    ['other', null],
  ])
})

test('a connection that could not be written is taken again, with its changes since', () => {
  connections.joined(session, 'a')
  const lost = connections.take()
  connections.left(session, 'a')
  connections.putBack(lost)
  expect(taken()).toEqual([{ bidderCode: 'a', from: 1_000_000, until: 1_000_000 }])
})
