import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochOf, isoTime } from '#lib/time.ts'
import {
  causeAtDeadline,
  gapsIn,
  hallWasAway,
  lineRecord,
  type Span,
  secondsOf,
  within,
} from './window-health.ts'

const start = epochOf('2026-03-02T02:00:00.000Z')
/** Seconds from the window's beginning on. */
const span = (from: number, to: number): Span => ({
  from: isoTime(start + from * 1000),
  to: isoTime(start + to * 1000),
})
/** Half an hour. */
const window = span(0, 1800)

describe('what lies within a window', () => {
  test('is cut at its ends, joined where it touches, and in order', () => {
    const spans = [span(1700, 2000), span(100, 200), span(-50, 20), span(150, 300), span(300, 310)]
    expect(within(window, spans)).toEqual([span(0, 20), span(100, 310), span(1700, 1800)])
  })

  test('is nothing of what lies outside', () => {
    expect(within(window, [span(-100, 0), span(1800, 1900), span(50, 50)])).toEqual([])
  })

  test('is the same set of seconds, each counted once', () => {
    const bound = fc.integer({ min: -20, max: 60 })
    const spans = fc.array(fc.tuple(bound, bound), { maxLength: 12 })
    fc.assert(
      fc.property(spans, (pairs) => {
        const found = within(
          span(0, 40),
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

test('what lies between the spans is the rest of the window', () => {
  const connected = [span(0, 600), span(700, 900)]
  expect(gapsIn(window, connected)).toEqual([span(600, 700), span(900, 1800)])
  expect(gapsIn(window, [])).toEqual([window])
  expect(gapsIn(window, [window])).toEqual([])
})

describe('the hall was away so that nobody could hand over a key', () => {
  test.each([
    ['never away', [], false],
    ['for a moment in the last minute', [span(1745, 1750)], true],
    ['into the last minute', [span(1735, 1741)], true],
    ['up to the last minute', [span(1735, 1740)], false],
    ['for less than a tenth in sum', [span(100, 180), span(300, 399)], false],
    ['for a tenth in sum', [span(100, 180), span(300, 400)], true],
  ] as const)('%s', (_, outages, away) => {
    expect(hallWasAway(window, outages)).toBe(away)
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
  test('sums up how long it stood and how often it was lost', () => {
    expect(lineRecord(window, [span(-60, 600), span(700, 900), span(1000, 1900)])).toEqual({
      connected: [span(0, 600), span(700, 900), span(1000, 1800)],
      seconds: 1600,
      losses: 2,
    })
  })

  test('is bounded in what it lists, not in what it counts', () => {
    const flapping = Array.from({ length: 200 }, (_, i) => span(i * 5, i * 5 + 3))
    const record = lineRecord(window, flapping)
    expect(record).toMatchObject({ seconds: 600, losses: 200 })
    expect(record.connected).toEqual(flapping.slice(150))
  })
})
