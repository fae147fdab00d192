import { VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { initial, type SessionState } from '#domain/state.ts'
import { isoTime } from '#lib/time.ts'
import { warnings$ } from './warnings.ts'

const minute = 60_000

/** A decryption of ten minutes issued at 0, seen by somebody whose clock and log may be changed on the way. */
function stage(endAt: number, moments: Record<number, (set: Setting) => void> = {}, from = 0) {
  const scheduler = new VirtualTimeScheduler(undefined, endAt)
  const setting: Setting = { slept: 0, state: decryption(10 * minute) }
  const given: string[] = []
  for (const [at, act] of Object.entries(moments)) scheduler.schedule(() => act(setting), Number(at))
  const serverNow = () => from + scheduler.now() + setting.slept
  warnings$({ state: () => setting.state, serverNow, scheduler }).subscribe(({ window, minutesLeft }) =>
    given.push(`${window} ${minutesLeft} at ${serverNow()}`),
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
  return { ...initial(), decryption: { ...issued, closed, cause: null, closedAt: null, outages: null } }
}

describe('[WRN-1] a deadline warning', () => {
  test('comes five minutes and one minute before, once each', () => {
    expect(stage(11 * minute)).toEqual([`decryption 5 at ${5 * minute}`, `decryption 1 at ${9 * minute}`])
  })

  test('does not come to who joins when it is past', () => {
    expect(stage(minute, {}, 5.5 * minute)).toEqual([])
    expect(stage(minute, {}, 5 * minute + 3000)).toEqual([`decryption 5 at ${5 * minute + 3000}`])
  })

  test('does not come to who wakes late, and comes to who wakes just then', () => {
    expect(stage(2 * minute, { [minute]: (set) => (set.slept = 4.5 * minute) })).toEqual([])
    expect(stage(2 * minute, { [minute]: (set) => (set.slept = 4 * minute) })).toEqual([
      `decryption 5 at ${5 * minute}`,
    ])
  })

  test('does not come again when the clock is set back over it', () => {
    const given = stage(6 * minute, { [5.02 * minute]: (set) => (set.slept = -0.05 * minute) })
    expect(given).toEqual([`decryption 5 at ${5 * minute}`])
  })

  test('does not come when the window is closed, and comes for a new deadline', () => {
    expect(stage(11 * minute, { [minute]: (set) => (set.state = decryption(10 * minute, true)) })).toEqual([])
    const moved = stage(14 * minute, { [6 * minute]: (set) => (set.state = decryption(13 * minute)) })
    expect(moved).toEqual([
      `decryption 5 at ${5 * minute}`,
      `decryption 5 at ${8 * minute}`,
      `decryption 1 at ${12 * minute}`,
    ])
  })
})
