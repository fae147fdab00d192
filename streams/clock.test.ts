import { EMPTY, map, type Observable, of, Subject, timer, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { countdown$ } from './countdown.ts'
import { type ClockReading, serverClock$ } from './server-clock.ts'

/** The server is `truth` ahead; round trips as listed, the way back taking all of each. */
function probe(
  endAt: number,
  roundTrips: readonly number[],
  moments: Record<number, (set: Setting) => void> = {},
) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const setting: Setting = { truth: 90_000, wrong: 0, heartbeat: () => undefined }
  const heartbeats$ = new Subject<number>()
  const now = () => scheduler.now() + setting.wrong
  setting.heartbeat = () => heartbeats$.next(scheduler.now() + setting.truth)
  const readings: ClockReading[] = []
  let round = 0
  const readServerTime = (): Observable<number> => {
    const trip = roundTrips[round] ?? 400
    round += 1
    const answer = scheduler.now() + setting.truth
    return timer(trip, scheduler).pipe(map(() => answer))
  }
  for (const [at, act] of Object.entries(moments)) scheduler.schedule(() => act(setting), Number(at))
  serverClock$({ transport: { readServerTime }, heartbeats$, now, scheduler, everyMs: 5000 }).subscribe(
    (reading) => readings.push(reading),
  )
  scheduler.flush()
  return { readings, last: readings.at(-1), rounds: round }
}

interface Setting {
  truth: number
  wrong: number
  heartbeat(): void
}

describe('the server clock', () => {
  test('eight probes, and the one with the least round trip wins', () => {
    const { last, rounds } = probe(4500, [300, 200, 40, 500, 900, 60, 80, 100])
    expect(rounds).toBe(8)
    expect(last).toEqual({ offset: 90_000 - 20, error: 20 })
  })

  test('the truth lies within the error told', () => {
    const { readings } = probe(4500, [300, 200, 40, 500, 900, 60, 80, 100])
    for (const { offset, error } of readings) expect(Math.abs(offset - 90_000)).toBeLessThanOrEqual(error)
  })

  test('is asked again every interval', () => {
    expect(probe(16_000, Array(20).fill(100)).rounds).toBe(8 + 3)
  })

  test('a machine whose clock was set is right again with the next probe', () => {
    const { last } = probe(16_000, Array(20).fill(10), { 7000: (set) => (set.wrong = -3_600_000) })
    expect(Math.abs((last?.offset ?? 0) - (90_000 + 3_600_000))).toBeLessThanOrEqual(5)
  })

  test('a heartbeat ahead of what the probes allow drops them', () => {
    const moments = {
      7000: (set: Setting) => (set.wrong = -3_600_000),
      7100: (set: Setting) => set.heartbeat(),
    }
    const { readings } = probe(7200, Array(20).fill(10), moments)
    const { last } = probe(10_200, Array(20).fill(10), moments)
    expect(readings.at(-1)?.offset).toBe(89_995)
    expect(last).toEqual({ offset: 3_690_000 - 5, error: 5 })
  })

  test('failed probes leave what is known', () => {
    const scheduler = new VirtualTimeScheduler(undefined, 20_000)
    const answers = [of(50), ...Array(20).fill(null)]
    const readings: ClockReading[] = []
    serverClock$({
      transport: { readServerTime: () => answers.shift() ?? Promise.reject(new Error('lost')) },
      heartbeats$: EMPTY,
      now: () => scheduler.now(),
      scheduler,
      everyMs: 5000,
    }).subscribe((reading) => readings.push(reading))
    scheduler.flush()
    expect(readings).toEqual([{ offset: 50, error: 0 }])
  })
})

describe('a countdown', () => {
  function count(endAt: number, deadline: number, jump: { at: number; by: number } = { at: 0, by: 0 }) {
    const scheduler = new VirtualTimeScheduler(undefined, endAt)
    const serverNow = () => scheduler.now() + (scheduler.now() >= jump.at ? jump.by : 0)
    const left: number[] = []
    countdown$({ deadline, serverNow, scheduler }).subscribe((remaining) => left.push(remaining))
    scheduler.flush()
    return left
  }

  test('says what is left at once and then at each whole second', () => {
    expect(count(4000, 3500)).toEqual([3500, 3000, 2000, 1000, 0])
  })

  test('after a sleep says what is really left', () => {
    expect(count(3600, 100_500, { at: 2500, by: 60_000 })).toEqual([100_500, 100_000, 99_000, 38_000, 37_000])
  })

  test('never goes below nothing, and comes back when the deadline was not over after all', () => {
    expect(count(5000, 1000, { at: 3000, by: -60_000 })).toEqual([1000, 0, 58_000, 57_000, 56_000])
  })
})
