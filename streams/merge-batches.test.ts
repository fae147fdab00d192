import { TestScheduler } from 'rxjs/testing'
import { describe, expect, test } from 'vitest'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { session } from '#test/support/opening-log.ts'
import { type LogSignal, type LogStep, startOfLog } from './log-position.ts'
import { mergeBatches } from './merge-batches.ts'

const entriesOf = (from: number, to: number): VisibleEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, hash: '' }))
const batch = (from: number, to: number): LogSignal => ({
  kind: 'batch',
  entries: entriesOf(from, to),
  joinedAt: 9,
})
const stepTo = (seq: number, head: number, signals: readonly LogSignal[]): LogStep => ({
  position: { ...startOfLog(session), seq, head },
  signals,
})
const step = (from: number, to: number, head: number) => stepTo(to, head, [batch(from, to)])

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
    expectObservable(hot(source, steps).pipe(mergeBatches(scheduler))).toBe(expected, signals)
  })
}

describe('merging the batches of a catch-up', () => {
  test('[SNP-5] passes a live batch at once', () => {
    check('a-b', { a: step(1, 2, 2), b: step(3, 3, 3) }, 'a-b', { a: batch(1, 2), b: batch(3, 3) })
  })

  test('[SNP-5] emits the batches of a catch-up as one when the head is reached', () => {
    const steps = { a: step(1, 2, 6), b: step(3, 4, 6), c: step(5, 6, 6), d: step(7, 7, 7) }
    check('abc-d', steps, '--c-d', { c: batch(1, 6), d: batch(7, 7) })
  })

  test('[SNP-5] emits the collected batches before any other signal', () => {
    const steps = {
      a: step(1, 2, 9),
      b: stepTo(4, 9, [batch(3, 4), gap]),
      c: step(5, 6, 9),
      d: stepTo(1, 1, [reset, batch(1, 1)]),
    }
    check('a-b-c--d--', steps, '--(xg)-(yrz)', {
      x: batch(1, 4),
      g: gap,
      y: batch(5, 6),
      r: reset,
      z: batch(1, 1),
    })
  })

  test('[RIV-2] an expected reset waits for the first batch after it', () => {
    const expected: LogSignal = { kind: 'reset', expected: true }
    const steps = {
      a: step(1, 2, 2),
      b: stepTo(1, 9, [expected, batch(1, 1)]),
      c: step(2, 9, 9),
    }
    check('a-b-c', steps, 'a---(rz)', { a: batch(1, 2), r: expected, z: batch(1, 9) })
  })

  test('[SNP-5] delays no entry longer than 250 ms', () => {
    check('a 99ms b 499ms c', { a: step(1, 2, 9), b: step(3, 4, 9), c: step(5, 9, 9) }, '250ms x 349ms y', {
      x: batch(1, 4),
      y: batch(5, 9),
    })
  })

  test('[SNP-5] merges at most 20,000 entries', () => {
    const steps = {
      a: step(1, 10_000, 28_000),
      b: step(10_001, 20_000, 28_000),
      c: step(20_001, 28_000, 28_000),
    }
    check('abc', steps, '--(xy)', { x: batch(1, 20_000), y: batch(20_001, 28_000) })
  })

  test('[SNP-5] emits the collected batches when the source ends, and nothing after unsubscribing', () => {
    check('a-|', { a: step(1, 2, 9) }, '--(x|)', { x: batch(1, 2) })
    const scheduler = new TestScheduler((actual, wanted) => expect(actual).toEqual(wanted))
    scheduler.run(({ hot, expectObservable }) => {
      const joined$ = hot('a----', { a: step(1, 2, 9) }).pipe(mergeBatches(scheduler))
      expectObservable(joined$, '--!').toBe('-----')
    })
  })
})
