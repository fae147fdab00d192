import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochOf, isoTime } from '#lib/time.ts'
import { causeAtDeadline } from '../decryption/cause-at-deadline.ts'
import type { Span } from './window.ts'
import { gapsIn, hallWasAway, lineRecord, secondsOf, within } from './window-health.ts'

const start = epochOf('2026-03-02T02:00:00.000Z')
/** In seconds from the window's start. */
const span = (from: number, to: number): Span => ({
  from: isoTime(start + from * 1000),
  to: isoTime(start + to * 1000),
})
/** Half an hour. */
const window = span(0, 1800)
/** The same half hour, halted for an hour after 20 minutes. */
const halted = [span(0, 1200), span(4800, 5400)]

describe('spans within a window', () => {
  test('are cut at its ends, merged where they touch, and in order', () => {
    const spans = [span(1700, 2000), span(100, 200), span(-50, 20), span(150, 300), span(300, 310)]
    expect(within([window], spans)).toEqual([span(0, 20), span(100, 310), span(1700, 1800)])
  })

  test('leave out what lies outside', () => {
    expect(within([window], [span(-100, 0), span(1800, 1900), span(50, 50)])).toEqual([])
  })

  test('cover the same seconds, each counted once', () => {
    const bound = fc.integer({ min: -20, max: 60 })
    const spans = fc.array(fc.tuple(bound, bound), { maxLength: 12 })
    fc.assert(
      fc.property(spans, (pairs) => {
        const found = within(
          [span(0, 40)],
          pairs.map(([from, to]) => span(from, to)),
        )
        const covered = Array.from({ length: 40 }, (_, at) => at).filter((at) =>
          pairs.some(([from, to]) => from <= at && at < to),
        )
        expect(secondsOf(found)).toBe(covered.length)
        for (const [i, { to }] of found.entries()) {
          const next = found[i + 1]
          if (next) expect(to < next.from).toBe(true)
        }
      }),
      { seed: 1 },
    )
  })
})

test('and the gaps between them make up the window', () => {
  const connected = [span(0, 600), span(700, 900)]
  expect(gapsIn([window], connected)).toEqual([span(600, 700), span(900, 1800)])
  expect(gapsIn([window], [])).toEqual([window])
  expect(gapsIn([window], [window])).toEqual([])
})

describe('whether the hall was away long enough to keep bidders from handing over keys', () => {
  test.each([
    ['never away', [], false],
    ['for a moment in the last minute', [span(1745, 1750)], true],
    ['into the last minute', [span(1735, 1741)], true],
    ['up to the last minute', [span(1735, 1740)], false],
    ['for less than a tenth in sum', [span(100, 180), span(300, 399)], false],
    ['for a tenth in sum', [span(100, 180), span(300, 400)], true],
  ] as const)('%s', (_, outages, away) => {
    expect(hallWasAway([window], outages)).toBe(away)
  })
})

describe('while the lot was halted', () => {
  test.each([
    ['the minute before the halt', [span(1145, 1195)], false],
    ['a sixth', [span(100, 400)], true],
    ['most of the halt', [span(1300, 4700)], false],
  ] as const)('the halt does not count: the hall away for %s', (_, outages, away) => {
    expect(hallWasAway(halted, outages)).toBe(away)
  })

  test('the last minute is that of the window without the halt', () => {
    const early = [span(0, 1770), span(4800, 4830)]
    expect(hallWasAway(early, [span(1735, 1740)])).toBe(false)
    expect(hallWasAway(early, [span(1735, 1741)])).toBe(true)
  })

  test('a line that came back during the halt is not lost, one that did not is', () => {
    expect(gapsIn(halted, [span(0, 1300), span(4700, 5400)])).toEqual([])
    expect(lineRecord(halted, [span(0, 1300), span(4700, 5400)])).toMatchObject({ seconds: 1800, losses: 0 })
    expect(lineRecord(halted, [span(0, 1300), span(4900, 5400)])).toMatchObject({ seconds: 1700, losses: 1 })
  })

  test('nothing that was seen weighs more or less', () => {
    const length = 600
    const bound = fc.integer({ min: -20, max: length + 20 })
    const spans = fc.array(
      fc.tuple(bound, bound).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
      { maxLength: 8 },
    )
    const halts = fc.array(fc.tuple(fc.nat(length - 1), fc.integer({ min: 1, max: 5000 })), { maxLength: 3 })
    fc.assert(
      fc.property(spans, spans, halts, fc.boolean(), (outages, connected, stops, isNoisy) => {
        const plain = [span(0, length)]
        const shown = (pairs: typeof outages) => pairs.map(([from, to]) => span(from, to))
        const total = stops.reduce((sum, [, lasts]) => sum + lasts, 0)
        /** Total length of the halts before a moment of the window; with one at that moment where it is a span's start. */
        const waited = (moment: number, isBeginning: boolean) =>
          stops.reduce(
            (sum, [at, lasts]) => sum + (at < moment || (isBeginning && at === moment) ? lasts : 0),
            0,
          )
        const times = stops.map(([at]) => {
          const from = at + waited(at, false)
          const same = stops.filter(([other]) => other === at).reduce((sum, [, more]) => sum + more, 0)
          return span(from, from + same)
        })
        const later = (pairs: typeof outages) => [
          ...pairs
            .filter(([from, to]) => from < to)
            .map(([from, to]) => span(from + waited(from, true), to + waited(to, false))),
          ...(isNoisy ? times : []),
        ]
        const pieces = gapsIn([span(0, length + total)], times)
        expect(secondsOf(pieces)).toBe(length)
        expect(hallWasAway(pieces, later(outages))).toBe(hallWasAway(plain, shown(outages)))
        const { seconds, losses } = lineRecord(plain, shown(connected))
        expect(lineRecord(pieces, later(connected))).toMatchObject({ seconds, losses })
        const missed = secondsOf(gapsIn(plain, shown(connected)))
        expect(secondsOf(gapsIn(pieces, later(connected)))).toBe(missed)
      }),
      { seed: 1, numRuns: 2000 },
    )
  })
})

test('the cause at the deadline', () => {
  const refused = (cause: 'wrong-key' | 'damaged-file') =>
    ({ status: 'refused', cause, at: window.from }) as const
  expect(causeAtDeadline({ status: 'sealed' }, false)).toBe('time-out')
  expect(causeAtDeadline({ status: 'sealed' }, true)).toBe('hall-away')
  expect(causeAtDeadline(refused('wrong-key'), false)).toBe('wrong-key')
  expect(causeAtDeadline(refused('wrong-key'), true)).toBe('hall-away')
  expect(causeAtDeadline(refused('damaged-file'), true)).toBe('damaged-file')
})

describe('a bidder’s line', () => {
  test('records how long it was connected and how often it was lost', () => {
    expect(lineRecord([window], [span(-60, 600), span(700, 900), span(1000, 1900)])).toEqual({
      connected: [span(0, 600), span(700, 900), span(1000, 1800)],
      seconds: 1600,
      losses: 2,
    })
  })

  test('is not counted as lost when the server’s node stopped', () => {
    const ended = { ...span(0, 600), byNode: true } as const
    expect(lineRecord([window], [ended, span(700, 900)])).toMatchObject({ seconds: 800, losses: 1 })
    // The bidder had another line, to a node that stayed.
    expect(lineRecord([window], [ended, span(100, 900)])).toMatchObject({ seconds: 900, losses: 1 })
  })

  test('lists a limited number of spans and counts all', () => {
    const flapping = Array.from({ length: 200 }, (_, i) => span(i * 5, i * 5 + 3))
    const record = lineRecord([window], flapping)
    expect(record).toMatchObject({ seconds: 600, losses: 200 })
    expect(record.connected).toEqual(flapping.slice(150))
  })
})
