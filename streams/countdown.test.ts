import { Subject, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { countdown$ } from './countdown.ts'

describe('a countdown', () => {
  function count(endAt: number, deadline: number, jump: { at: number; by: number } = { at: 0, by: 0 }) {
    const scheduler = new VirtualTimeScheduler(undefined, endAt)
    const serverNow = () => scheduler.now() + (scheduler.now() >= jump.at ? jump.by : 0)
    const left: number[] = []
    countdown$({ deadline, serverNow, scheduler }).subscribe((remaining) => left.push(remaining))
    scheduler.flush()
    return left
  }

  test('emits at once and then at each whole second', () => {
    expect(count(4000, 3500)).toEqual([3500, 3000, 2000, 1000, 0])
  })

  test('emits ten times a second near the end, where that is asked for', () => {
    const scheduler = new VirtualTimeScheduler(undefined, 2300)
    const left: number[] = []
    countdown$({ deadline: 2300, serverNow: () => scheduler.now(), scheduler, tenthsBelow: 1000 }).subscribe(
      (remaining) => left.push(remaining),
    )
    scheduler.flush()
    expect(left).toEqual([2300, 2000, 1000, 900, 800, 700, 600, 500, 400, 300, 200, 100, 0])
  })

  test('[CLK-3] is right after a sleep', () => {
    expect(count(3600, 100_500, { at: 2500, by: 60_000 })).toEqual([100_500, 100_000, 99_000, 38_000, 37_000])
  })

  test('[CLK-3] is recomputed at once when the clock estimate changes or the page becomes visible', () => {
    const scheduler = new VirtualTimeScheduler(undefined, 2600)
    const again$ = new Subject<void>()
    let offset = 0
    const left: (readonly [number, number])[] = []
    const serverNow = () => scheduler.now() + offset
    countdown$({ deadline: 100_000, serverNow, again$, scheduler }).subscribe((remaining) =>
      left.push([scheduler.now(), remaining]),
    )
    scheduler.schedule(() => {
      offset = 60_000
      again$.next()
    }, 1500)
    scheduler.flush()
    expect(left).toEqual([
      [0, 100_000],
      [1000, 99_000],
      [1500, 38_500],
      [2000, 38_000],
    ])
  })

  test('never goes below 0, and continues when the clock is set back before the deadline', () => {
    expect(count(5000, 1000, { at: 3000, by: -60_000 })).toEqual([1000, 0, 58_000, 57_000, 56_000])
  })
})
