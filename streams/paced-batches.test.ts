import { Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import type { LogSignal } from './log-position.ts'
import { pacedBatches } from './paced-batches.ts'

const batch = (...seqs: number[]): LogSignal => ({
  kind: 'batch',
  entries: seqs.map((seq) => ({ seq, hash: `${seq}` })),
  joinedAt: 0,
})

/** What comes out, with the time; drawing a batch takes `drawing` milliseconds. */
function stage(drawing: number) {
  const scheduler = new VirtualTimeScheduler()
  const signals$ = new Subject<LogSignal>()
  const seen: string[] = []
  const subscription = signals$.pipe(pacedBatches(scheduler)).subscribe((signal) => {
    const what = signal.kind === 'batch' ? signal.entries.map(({ seq }) => seq).join() : signal.kind
    seen.push(`${scheduler.frame} ${what}`)
    scheduler.frame += drawing
  })
  const at = (time: number, signal: LogSignal) => scheduler.schedule(() => signals$.next(signal), time)
  return { scheduler, seen, at, subscription }
}

test('a batch passes at once, and those that come while it is drawn and after it come together', () => {
  const { scheduler, seen, at } = stage(10)
  for (const [i, time] of [0, 20, 40, 60, 1000].entries()) at(time, batch(i + 1))
  scheduler.flush()
  expect(seen).toEqual(['0 1', '150 2,3,4', '1000 5'])
})

test('no entry waits longer than a second', () => {
  const { scheduler, seen, at } = stage(200)
  at(0, batch(1))
  at(210, batch(2))
  scheduler.flush()
  expect(seen).toEqual(['0 1', '1200 2'])
})

test('another signal passes at once, after the batches before it', () => {
  const { scheduler, seen, at } = stage(10)
  at(0, batch(1))
  at(20, batch(2))
  at(30, { kind: 'gap', after: 2 })
  scheduler.flush()
  expect(seen.map((line) => line.split(' ')[1])).toEqual(['1', '2', 'gap'])
  expect(seen[2]).toMatch(/^40 /)
})

test('nothing comes once nobody listens', () => {
  const { scheduler, seen, at, subscription } = stage(10)
  at(0, batch(1))
  at(20, batch(2))
  scheduler.schedule(() => subscription.unsubscribe(), 30)
  scheduler.flush()
  expect(seen).toEqual(['0 1'])
})
