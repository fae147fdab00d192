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
import { seeded } from '#lib/seeded-random.ts'
import { type ClockReading, serverClock$ } from './server-clock.ts'

/** The server is `truth` ahead; round trips as listed, all of each on the way back. */
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
  /** Time that passed without a tick: the machine slept, or the page's timers were throttled (`held`). */
  slept: number
  held: number
  /** Whether no answer comes. */
  lost: boolean
  heartbeat(): void
  wake(): void
  live(now: boolean): void
}

describe('the server clock', () => {
  test('[CLK-1] sends eight probes, and the one with the shortest round trip wins', () => {
    const { last, rounds } = probe(4500, [300, 200, 40, 500, 900, 60, 80, 100])
    expect(rounds).toBe(8)
    expect(last).toEqual({ offset: 90_000 - 20, error: 20 })
  })

  test('[CLK-1] the true offset lies within the error bound', () => {
    const { readings } = probe(4500, [300, 200, 40, 500, 900, 60, 80, 100])
    for (const { offset, error } of readings) expect(Math.abs(offset - 90_000)).toBeLessThanOrEqual(error)
  })

  test('[CLK-1] is polled every interval', () => {
    expect(probe(16_000, Array(20).fill(100)).rounds).toBe(8 + 3)
  })

  test('is right again with the next probe after this machine’s clock was set', () => {
    const { last } = probe(16_000, Array(20).fill(10), { 7000: (set) => (set.wrong = -3_600_000) })
    expect(Math.abs((last?.offset ?? 0) - (90_000 + 3_600_000))).toBeLessThanOrEqual(5)
  })

  test('[CLK-1] is polled every thirty seconds on a live socket, else every interval', () => {
    const live = (at: number) => ({ [at]: (set: Setting) => set.live(true) })
    expect(probe(100_000, Array(30).fill(10), live(100)).rounds).toBe(8 + 3)
    const lost = { ...live(100), 40000: (set: Setting) => set.live(false) }
    expect(probe(56_000, Array(30).fill(10), lost).rounds).toBe(8 + 1 + 3)
  })

  test('failed probes keep the known offset', () => {
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

describe('a heartbeat', () => {
  test('[HB-3] ahead of what the probes allow, drops them and starts a probe at once', () => {
    const moments = {
      7100: (set: Setting) => (set.wrong = -3_600_000),
      7200: (set: Setting) => set.heartbeat(),
    }
    expect(probe(7150, Array(20).fill(10), moments).last?.offset).toBe(89_995)
    const { last } = probe(7900, [...Array(8).fill(10), 10, 90], moments)
    expect(last).toEqual({ offset: 3_690_000 - 45, error: 45 })
  })

  test('[HB-3] corrects a clock set back during an outage, at the latest the second one', () => {
    const moments = {
      100: (set: Setting) => set.live(true),
      7100: (set: Setting) => Object.assign(set, { wrong: -86_400_000, lost: true }),
      // The eight probes after the jump are lost, and so is the one after the first heartbeat.
      50000: (set: Setting) => set.heartbeat(),
      55100: (set: Setting) => (set.lost = false),
      55200: (set: Setting) => set.heartbeat(),
    }
    const { last } = probe(55_500, Array(40).fill(10), moments)
    expect(last).toEqual({ offset: 86_490_000 - 5, error: 5 })
  })

  test('[HB-3] shows that the clock was set forward, and starts one probe', () => {
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
})

describe('this machine’s clock', () => {
  test('[CLK-2] set by a day is noticed within a second and causes eight probes', () => {
    const moments = { 7100: (set: Setting) => (set.wrong = 86_400_000) }
    const before = probe(7900, Array(20).fill(10), moments)
    const { last, rounds } = probe(9900, Array(20).fill(10), moments)
    expect(rounds - before.rounds).toBe(8)
    expect(last).toEqual({ offset: 90_000 - 86_400_000 - 5, error: 5 })
  })

  test('[CLK-2] after a sleep, and when the page becomes visible, causes eight probes at once', () => {
    const asleep = { 6500: (set: Setting) => (set.slept = 3_600_000) }
    expect(probe(8500, Array(30).fill(10), asleep).rounds).toBe(8 + 1 + 8)
    const looked = { 7000: (set: Setting) => set.wake() }
    expect(probe(8500, Array(30).fill(10), looked).rounds).toBe(8 + 1 + 8)
  })

  test('[CLK-2] with throttled timers, as in a hidden page, has not jumped', () => {
    const throttled = { 5500: (set: Setting) => (set.held = 60_000) }
    const slept = { 5500: (set: Setting) => (set.slept = 60_000) }
    expect(probe(9900, Array(40).fill(10), throttled).rounds).toBe(8 + 1)
    expect(probe(9900, Array(40).fill(10), slept).rounds).toBe(8 + 1 + 8)
  })

  test('[CLK-2] set during a probe invalidates the probe', () => {
    const moments = { 1200: (set: Setting) => (set.wrong = -3_600_000) }
    const { readings } = probe(1900, [...Array(7).fill(10), 400, 10, 10], moments)
    expect(readings.at(-1)).toEqual({ offset: 89_995, error: 5 })
  })

  test('[CLK-1] set back during a probe by its round trip does not make it look fast', () => {
    const moments = { 1200: (set: Setting) => (set.wrong = -395) }
    const { readings } = probe(1900, [...Array(7).fill(10), 400, 10, 10], moments)
    expect(readings.filter(({ error }) => error < 5)).toEqual([])
  })
})

test('[CLK-1] a thousand clients with jittered round trips of 200 ms count down to within 100 ms', () => {
  const random = seeded(7)
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
