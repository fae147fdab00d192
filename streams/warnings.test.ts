import { Subject, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { initial, type SessionState } from '#domain/session/state.ts'
import { warningsOf } from '#domain/session/warnings.ts'
import { isoTime } from '#lib/time.ts'
import { warnings$ } from './warnings.ts'

const minute = 60_000

/**
 * A decryption of ten minutes issued at 0, seen by somebody whose clock and log may be changed on the way, and who
 * hears from the server at the times of `words`.
 */
function fixture(
  endAt: number,
  moments: Record<number, (set: Setting) => void> = {},
  from = 0,
  words: readonly number[] = [],
) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const setting: Setting = { slept: 0, state: decryption(10 * minute) }
  const given: string[] = []
  for (const [at, act] of Object.entries(moments)) scheduler.schedule(() => act(setting), Number(at))
  const serverNow = () => from + scheduler.now() + setting.slept
  const heard$ = new Subject<void>()
  for (const at of words) scheduler.schedule(() => heard$.next(), at)
  warnings$({ warnings: () => warningsOf(setting.state), serverNow, heard$, scheduler }).subscribe(
    ({ window, minutesLeft }) => given.push(`${window} ${minutesLeft} at ${serverNow()}`),
  )
  scheduler.flush()
  return given
}

interface Setting {
  slept: number
  state: SessionState
}

function decryption(deadline: number, closed = false): SessionState {
  const issued = { limitMinutes: 10, issuedAt: isoTime(0), deadline: isoTime(deadline) }
  return {
    ...initial(),
    decryption: {
      ...issued,
      closed,
      cause: null,
      closedAt: null,
      outages: null,
      extendedMinutes: 0,
      prolongedFor: [],
    },
  }
}

describe('[WRN-1] a deadline warning', () => {
  test('comes five minutes and one minute before, once each', () => {
    expect(fixture(11 * minute)).toEqual([`decryption 5 at ${5 * minute}`, `decryption 1 at ${9 * minute}`])
  })

  test('does not come to a client that joins after it', () => {
    expect(fixture(minute, {}, 5.5 * minute)).toEqual([])
    expect(fixture(minute, {}, 5 * minute + 3000)).toEqual([`decryption 5 at ${5 * minute + 3000}`])
  })

  test('does not come to a page that wakes late, and comes to one that wakes in time', () => {
    expect(fixture(2 * minute, { [minute]: (set) => (set.slept = 4.5 * minute) })).toEqual([])
    expect(fixture(2 * minute, { [minute]: (set) => (set.slept = 4 * minute) })).toEqual([
      `decryption 5 at ${5 * minute}`,
    ])
  })

  test('comes late, with the next message, to a client that was away: only the last one due', () => {
    const slept = (by: number) => ({ [minute]: (set: Setting) => (set.slept = by * minute) })
    expect(fixture(2 * minute, slept(4.5), 0, [1.5 * minute])).toEqual([`decryption 5 at ${6 * minute}`])
    expect(fixture(2 * minute, slept(8.2), 0, [1.5 * minute])).toEqual([`decryption 1 at ${9.7 * minute}`])
    expect(fixture(2 * minute, slept(9), 0, [1.5 * minute])).toEqual([])
  })

  test('comes with the next heartbeat to a page whose timers are throttled', () => {
    let now = 0
    const heard$ = new Subject<void>()
    const given: number[] = []
    // A scheduler that never runs: the timers of a throttled page.
    const scheduler = new VirtualTimeScheduler()
    const options = { warnings: () => warningsOf(decryption(10 * minute)), heard$, scheduler }
    warnings$({ ...options, serverNow: () => now }).subscribe(() => given.push(now))
    for (now = 2000; now < 10 * minute; now += 5000) heard$.next()
    expect(given).toEqual([5 * minute + 2000, 9 * minute + 2000])
  })

  test('does not come to a client that learns of the window later from a message', () => {
    const from = { [0.5 * minute]: (set: Setting) => (set.state = initial()) }
    const late = { ...from, [5.5 * minute]: (set: Setting) => (set.state = decryption(10 * minute)) }
    expect(fixture(6 * minute, late, 0, [minute, 5.2 * minute, 5.6 * minute])).toEqual([])
  })

  test('does not come again when the clock is set back before it', () => {
    const given = fixture(6 * minute, { [5.02 * minute]: (set) => (set.slept = -0.05 * minute) })
    expect(given).toEqual([`decryption 5 at ${5 * minute}`])
  })

  test('does not come for a closed window, and comes for a new deadline', () => {
    expect(fixture(11 * minute, { [minute]: (set) => (set.state = decryption(10 * minute, true)) })).toEqual(
      [],
    )
    const moved = fixture(14 * minute, { [6 * minute]: (set) => (set.state = decryption(13 * minute)) })
    expect(moved).toEqual([
      `decryption 5 at ${5 * minute}`,
      `decryption 5 at ${8 * minute}`,
      `decryption 1 at ${12 * minute}`,
    ])
  })
})
