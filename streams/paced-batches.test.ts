import { Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import type { LogSignal } from './log-position.ts'
import { pacedBatches } from './paced-batches.ts'

const batch = (...seqs: number[]): LogSignal => ({
  kind: 'batch',
  entries: seqs.map((seq) => ({ seq, hash: `${seq}` })),
  joinedAt: 0,
})

const hasUrgent = (entries: readonly { readonly seq: number }[]) => entries.some(({ seq }) => seq === urgent)
const urgent = 1000

/** What comes out, with the time; drawing a batch takes `drawing` milliseconds. */
function stage(drawing: number) {
  const scheduler = new VirtualTimeScheduler()
  const signals$ = new Subject<LogSignal>()
  const seen: string[] = []
  const subscription = signals$.pipe(pacedBatches({ hasUrgent, scheduler })).subscribe((signal) => {
    const what = signal.kind === 'batch' ? signal.entries.map(({ seq }) => seq).join() : signal.kind
    seen.push(`${scheduler.frame} ${what}`)
    scheduler.frame += drawing
  })
  const at = (time: number, signal: LogSignal) => scheduler.schedule(() => signals$.next(signal), time)
  return { scheduler, seen, at, subscription }
}

test('a batch passes at once, and those that come while it is drawn and just after come together', () => {
  const { scheduler, seen, at } = stage(10)
  for (const [i, time] of [0, 11, 12, 13, 1000].entries()) at(time, batch(i + 1))
  scheduler.flush()
  expect(seen).toEqual(['0 1', '20 2,3,4', '1000 5'])
})

test('in a storm drawing takes an ever smaller part of the time, and afterwards an entry passes at once again', () => {
  const { scheduler, seen, at } = stage(10)
  for (let i = 0; i < 200; i += 1) at(5 * i, batch(i + 1))
  for (const [i, time] of [3000, 3011].entries()) at(time, batch(201 + i))
  scheduler.flush()
  const times = seen.map((line) => Number(line.split(' ')[0]))
  const apart = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  expect(apart.slice(0, 7)).toEqual([20, 30, 50, 90, 170, 330, 330])
  expect(times.slice(-2)).toEqual([3000, 3020])
})

test('no rest is longer than three seconds', () => {
  const { scheduler, seen, at } = stage(1700)
  at(0, batch(1))
  at(1710, batch(2))
  at(3450, batch(3))
  scheduler.flush()
  expect(seen).toEqual(['0 1', '3400 2', '8100 3'])
})

test('an urgent entry passes at once, after those before it', () => {
  const { scheduler, seen, at } = stage(10)
  at(0, batch(998))
  at(12, batch(999))
  at(14, batch(urgent))
  at(26, batch(1001))
  scheduler.flush()
  expect(seen).toEqual(['0 998', '14 999,1000', '44 1001'])
})

test('another signal passes at once, after the batches before it', () => {
  const { scheduler, seen, at } = stage(10)
  at(0, batch(1))
  at(12, batch(2))
  at(15, { kind: 'gap', after: 2 })
  scheduler.flush()
  expect(seen.map((line) => line.split(' ')[1])).toEqual(['1', '2', 'gap'])
  expect(seen[2]).toMatch(/^25 /)
})

test('nothing comes once nobody listens', () => {
  const { scheduler, seen, at, subscription } = stage(10)
  at(0, batch(1))
  at(12, batch(2))
  scheduler.schedule(() => subscription.unsubscribe(), 15)
  scheduler.flush()
  expect(seen).toEqual(['0 1'])
})
