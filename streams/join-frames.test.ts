import { TestScheduler } from 'rxjs/testing'
import { describe, expect, test } from 'vitest'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { joinFrames } from './join-frames.ts'
import { type LogSignal, type LogStep, startOfLog } from './log-place.ts'
import { session } from './test-helpers.ts'

const entriesOf = (from: number, to: number): VisibleEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, hash: '' }))
const frame = (from: number, to: number): LogSignal => ({
  kind: 'frame',
  entries: entriesOf(from, to),
  joinedAt: 9,
})
const stepTo = (seq: number, head: number, signals: readonly LogSignal[]): LogStep => ({
  place: { ...startOfLog(session), seq, head },
  signals,
})
const step = (from: number, to: number, head: number) => stepTo(to, head, [frame(from, to)])

const gap: LogSignal = { kind: 'gap', after: 4 }
const reset: LogSignal = { kind: 'reset' }

function check(
  source: string,
  steps: Record<string, LogStep>,
  expected: string,
  signals: Record<string, LogSignal>,
): void {
  const scheduler = new TestScheduler((actual, wanted) => expect(actual).toEqual(wanted))
  scheduler.run(({ hot, expectObservable }) => {
    expectObservable(hot(source, steps).pipe(joinFrames(scheduler))).toBe(expected, signals)
  })
}

describe('joining the frames of a catch-up', () => {
  test('[SNP-5] a live frame passes at once', () => {
    check('a-b', { a: step(1, 2, 2), b: step(3, 3, 3) }, 'a-b', { a: frame(1, 2), b: frame(3, 3) })
  })

  test('[SNP-5] the frames of a catch-up come out as one when the head is reached', () => {
    const steps = { a: step(1, 2, 6), b: step(3, 4, 6), c: step(5, 6, 6), d: step(7, 7, 7) }
    check('abc-d', steps, '--c-d', { c: frame(1, 6), d: frame(7, 7) })
  })

  test('[SNP-5] any other signal lets through what has gathered before it', () => {
    const steps = {
      a: step(1, 2, 9),
      b: stepTo(4, 9, [frame(3, 4), gap]),
      c: step(5, 6, 9),
      d: stepTo(1, 1, [reset, frame(1, 1)]),
    }
    check('a-b-c--d--', steps, '--(xg)-(yrz)', {
      x: frame(1, 4),
      g: gap,
      y: frame(5, 6),
      r: reset,
      z: frame(1, 1),
    })
  })

  test('[SNP-5] nobody waits longer than 250 ms', () => {
    check('a 99ms b 499ms c', { a: step(1, 2, 9), b: step(3, 4, 9), c: step(5, 9, 9) }, '250ms x 349ms y', {
      x: frame(1, 4),
      y: frame(5, 9),
    })
  })

  test('[SNP-5] a frame holds at most 20,000 entries', () => {
    const steps = {
      a: step(1, 10_000, 28_000),
      b: step(10_001, 20_000, 28_000),
      c: step(20_001, 28_000, 28_000),
    }
    check('abc', steps, '--(xy)', { x: frame(1, 20_000), y: frame(20_001, 28_000) })
  })

  test('[SNP-5] what has gathered comes out when the source ends, and not after leaving', () => {
    check('a-|', { a: step(1, 2, 9) }, '--(x|)', { x: frame(1, 2) })
    const scheduler = new TestScheduler((actual, wanted) => expect(actual).toEqual(wanted))
    scheduler.run(({ hot, expectObservable }) => {
      const joined$ = hot('a----', { a: step(1, 2, 9) }).pipe(joinFrames(scheduler))
      expectObservable(joined$, '--!').toBe('-----')
    })
  })
})
