import {
  BehaviorSubject,
  concatMap,
  EMPTY,
  map,
  NEVER,
  type Observable,
  of,
  Subject,
  timer,
  VirtualTimeScheduler,
} from 'rxjs'
import { describe, expect, test } from 'vitest'
import { countdown$ } from './countdown.ts'
import { type ClockReading, serverClock$ } from './server-clock.ts'
import { seededRandom } from './test-helpers.ts'

/** The server is `truth` ahead; round trips as listed, the way back taking all of each. */
function probe(
  endAt: number,
  roundTrips: readonly number[],
  moments: Record<number, (set: Setting) => void> = {},
) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const heartbeats$ = new Subject<number>()
  const wakes$ = new Subject<void>()
  const live$ = new BehaviorSubject(false)
  const setting: Setting = {
    truth: 90_000,
    wrong: 0,
    slept: 0,
    held: 0,
    lost: false,
    heartbeat: () => heartbeats$.next(serverNow()),
    wake: () => wakes$.next(),
    live: (now) => live$.next(now),
  }
  const now = () => scheduler.now() + setting.slept + setting.held + setting.wrong
  const serverNow = () => scheduler.now() + setting.slept + setting.held + setting.truth
  const readings: ClockReading[] = []
  let round = 0
  const readServerTime = (): Observable<number> => {
    const trip = roundTrips[round] ?? 400
    round += 1
    if (setting.lost) return NEVER
    const answer = serverNow()
    return timer(trip, scheduler).pipe(map(() => answer))
  }
  for (const [at, act] of Object.entries(moments)) scheduler.schedule(() => act(setting), Number(at))
  serverClock$({
    transport: { readServerTime },
    heartbeats$,
    wakes$,
    live$,
    now,
    elapsed: () => scheduler.now() + setting.held,
    random: () => 0.5,
    scheduler,
    everyMs: 5000,
  }).subscribe((reading) => readings.push(reading))
  scheduler.flush()
  return { readings, last: readings.at(-1), rounds: round }
}

interface Setting {
  truth: number
  /** How far this machine's clock was set. */
  wrong: number
  /** Time that passed without a tick while the machine slept; while the page's timers were held back. */
  slept: number
  held: number
  /** Whether no answer comes. */
  lost: boolean
  heartbeat(): void
  wake(): void
  live(now: boolean): void
}

describe('the server clock', () => {
  test('[CLK-1] eight probes, and the one with the least round trip wins', () => {
    const { last, rounds } = probe(4500, [300, 200, 40, 500, 900, 60, 80, 100])
    expect(rounds).toBe(8)
    expect(last).toEqual({ offset: 90_000 - 20, error: 20 })
  })

  test('[CLK-1] the truth lies within the error told', () => {
    const { readings } = probe(4500, [300, 200, 40, 500, 900, 60, 80, 100])
    for (const { offset, error } of readings) expect(Math.abs(offset - 90_000)).toBeLessThanOrEqual(error)
  })

  test('[CLK-1] is asked again every interval', () => {
    expect(probe(16_000, Array(20).fill(100)).rounds).toBe(8 + 3)
  })

  test('a machine whose clock was set is right again with the next probe', () => {
    const { last } = probe(16_000, Array(20).fill(10), { 7000: (set) => (set.wrong = -3_600_000) })
    expect(Math.abs((last?.offset ?? 0) - (90_000 + 3_600_000))).toBeLessThanOrEqual(5)
  })

  test('[HB-3] a heartbeat ahead of what the probes allow drops them, and has the server asked at once', () => {
    const moments = {
      7100: (set: Setting) => (set.wrong = -3_600_000),
      7200: (set: Setting) => set.heartbeat(),
    }
    expect(probe(7150, Array(20).fill(10), moments).last?.offset).toBe(89_995)
    const { last } = probe(7900, [...Array(8).fill(10), 10, 90], moments)
    expect(last).toEqual({ offset: 3_690_000 - 45, error: 45 })
  })

  test('[HB-3] a clock set back while nothing came through is known by the second heartbeat after it at the latest', () => {
    const moments = {
      100: (set: Setting) => set.live(true),
      7100: (set: Setting) => Object.assign(set, { wrong: -86_400_000, lost: true }),
      // The eight probes that the jump calls for are lost, and so is the one that the first heartbeat calls for.
      50000: (set: Setting) => set.heartbeat(),
      55100: (set: Setting) => (set.lost = false),
      55200: (set: Setting) => set.heartbeat(),
    }
    const { last } = probe(55_500, Array(40).fill(10), moments)
    expect(last).toEqual({ offset: 86_490_000 - 5, error: 5 })
  })

  test('[CLK-1] on a live socket it is asked every thirty seconds, without one every interval', () => {
    const live = (at: number) => ({ [at]: (set: Setting) => set.live(true) })
    expect(probe(100_000, Array(30).fill(10), live(100)).rounds).toBe(8 + 3)
    const lost = { ...live(100), 40000: (set: Setting) => set.live(false) }
    expect(probe(56_000, Array(30).fill(10), lost).rounds).toBe(8 + 1 + 3)
  })

  test('[HB-3] a clock set forward on a live socket shows in the next heartbeat, and has the server asked once', () => {
    const moments = {
      100: (set: Setting) => set.live(true),
      7000: (set: Setting) => set.heartbeat(),
      7100: (set: Setting) => (set.wrong = 1500),
      7200: (set: Setting) => set.heartbeat(),
    }
    const { last, rounds } = probe(8000, Array(20).fill(10), moments)
    expect(rounds).toBe(8 + 1)
    expect(last).toEqual({ offset: 90_000 - 1500 - 5, error: 5 })
  })

  test('[CLK-2] a clock set by a day is noticed within a second, and the server asked eight times at once', () => {
    const moments = { 7100: (set: Setting) => (set.wrong = 86_400_000) }
    const before = probe(7900, Array(20).fill(10), moments)
    const { last, rounds } = probe(9900, Array(20).fill(10), moments)
    expect(rounds - before.rounds).toBe(8)
    expect(last).toEqual({ offset: 90_000 - 86_400_000 - 5, error: 5 })
  })

  test('[CLK-2] after a sleep, and when the page is looked at again, the server is asked at once', () => {
    const asleep = { 6500: (set: Setting) => (set.slept = 3_600_000) }
    expect(probe(8500, Array(30).fill(10), asleep).rounds).toBe(8 + 1 + 8)
    const looked = { 7000: (set: Setting) => set.wake() }
    expect(probe(8500, Array(30).fill(10), looked).rounds).toBe(8 + 1 + 8)
  })

  test('[CLK-2] timers that were held back, as in a hidden page, are no jump', () => {
    const throttled = { 5500: (set: Setting) => (set.held = 60_000) }
    const slept = { 5500: (set: Setting) => (set.slept = 60_000) }
    expect(probe(9900, Array(40).fill(10), throttled).rounds).toBe(8 + 1)
    expect(probe(9900, Array(40).fill(10), slept).rounds).toBe(8 + 1 + 8)
  })

  test('[CLK-2] a probe under way while the clock was set does not count', () => {
    const moments = { 1200: (set: Setting) => (set.wrong = -3_600_000) }
    const { readings } = probe(1900, [...Array(7).fill(10), 400, 10, 10], moments)
    expect(readings.at(-1)).toEqual({ offset: 89_995, error: 5 })
  })

  test('[CLK-1] a clock set back by a round trip while it was asked makes no quick probe of a slow one', () => {
    const moments = { 1200: (set: Setting) => (set.wrong = -395) }
    const { readings } = probe(1900, [...Array(7).fill(10), 400, 10, 10], moments)
    expect(readings.filter(({ error }) => error < 5)).toEqual([])
  })

  test('failed probes leave what is known', () => {
    const scheduler = new VirtualTimeScheduler(undefined, 20_000)
    const answers = [of(50), ...Array(20).fill(null)]
    const readings: ClockReading[] = []
    serverClock$({
      transport: { readServerTime: () => answers.shift() ?? Promise.reject(new Error('lost')) },
      heartbeats$: EMPTY,
      now: () => scheduler.now(),
      elapsed: () => scheduler.now(),
      random: () => 0.5,
      scheduler,
      everyMs: 5000,
    }).subscribe((reading) => readings.push(reading))
    scheduler.flush()
    expect(readings).toEqual([{ offset: 50, error: 0 }])
  })
})

test('[CLK-1] a thousand clients with jittered round trips of 200 ms count down to within 100 ms', () => {
  const random = seededRandom(7)
  const errors = { atOnce: [] as number[], dayOff: [] as number[], afterSleep: [] as number[] }
  for (let client = 0; client < 1000; client += 1) {
    const scheduler = new VirtualTimeScheduler(undefined, 0)
    const dayOff = client % 2 === 0 ? 86_400_000 : -86_400_000
    let wrong = 0
    let slept = 0
    let offset = Number.NaN
    const leg = () => 20 + 160 * random()
    const serverNow = () => 50_000 + scheduler.now() + slept
    const now = () => scheduler.now() + slept + wrong
    const readServerTime = () =>
      timer(leg(), scheduler).pipe(
        map(serverNow),
        concatMap((answer) => timer(leg(), scheduler).pipe(map(() => answer))),
      )
    const elapsed = () => scheduler.now()
    const options = { heartbeats$: EMPTY, now, elapsed, random, scheduler, everyMs: 5000 }
    const subscription = serverClock$({ ...options, transport: { readServerTime } }).subscribe((reading) => {
      offset = reading.offset
    })
    const errorAt = (ms: number) => {
      scheduler.maxFrames = ms
      scheduler.flush()
      return Math.abs(now() + offset - serverNow())
    }
    errors.atOnce.push(errorAt(4000))
    wrong = dayOff
    errors.dayOff.push(errorAt(9000))
    slept = 3_600_000
    errors.afterSleep.push(errorAt(14_000))
    subscription.unsubscribe()
  }
  for (const seen of Object.values(errors)) {
    const p99 = seen.sort((a, b) => a - b)[Math.floor(seen.length * 0.99)]
    expect(p99).toBeLessThan(100)
  }
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

  test('[CLK-3] after a sleep says what is really left', () => {
    expect(count(3600, 100_500, { at: 2500, by: 60_000 })).toEqual([100_500, 100_000, 99_000, 38_000, 37_000])
  })

  test('[CLK-3] is reckoned at once when the clock is known better or the page is looked at again', () => {
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

  test('never goes below nothing, and comes back when the deadline was not over after all', () => {
    expect(count(5000, 1000, { at: 3000, by: -60_000 })).toEqual([1000, 0, 58_000, 57_000, 56_000])
  })
})
