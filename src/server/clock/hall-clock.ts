import { performance } from 'node:perf_hooks'
import type { Clock } from '#lib/ports.ts'

/*
 * The hall has one clock, the database's (DBC-1). Each node knows it within a bound:
 * 1. A reading is the database's time at some moment of a round trip; it is half the round trip off at most. Between
 *    readings this process's monotonic clock continues it, so nobody's setting of the machine's clock matters.
 * 2. A reading replaces the one before only if that one contradicts it, or has a larger bound by now: a slow answer
 *    does not spoil what quick ones have shown.
 * 3. The monotonic clock stands still while a machine is suspended, the machine's clock does not. Where the two
 *    disagree, the time is uncertain until the next reading.
 */

/** The error that a continued reading gains: a crystal is off by a tenth of this. */
const driftPerMillisecond = 0.0005
/** By so much the machine's and the monotonic clock may disagree since the last reading. */
const jumpMilliseconds = 500
/** A machine's clock that is off by more is reported (DBC-3). */
export const reportedMilliseconds = 1000
/** A node whose machine's clock is off by more takes no commands (DBC-3). */
export const toleratedMilliseconds = 5000

interface Reading {
  /** The database's time at `at`, in epoch ms. */
  readonly shown: number
  /** By the monotonic clock. */
  readonly at: number
  readonly bound: number
  /** The machine's clock at `at`. */
  readonly machine: number
}

export interface HallClock {
  /** The database's time in whole epoch ms, as this node knows it; the machine's until the first reading. */
  readonly now: Clock
  /** The most that `now` is off by, in ms; infinite before the first reading and after a jump. */
  bound(): number
  /** By how many ms the machine's clock is ahead of the database's; negative when behind. */
  machineAhead(): number
  /** `monotonic()` at the moment a reading is asked for. */
  monotonic(): number
  /** The database's time at a moment of `monotonic`, as this node knows it now, in epoch ms. */
  at(moment: number): number
  /** The database showed `shown` (epoch ms) at some moment between `asked` (by `monotonic`) and now. */
  observe(asked: number, shown: number): void
}

/** `machine`: the machine's time of day in epoch ms; `monotonic`: milliseconds that never run back. */
export function createHallClock(
  machine: Clock = Date.now,
  monotonic: () => number = () => performance.now(),
): HallClock {
  let reading: Reading | null = null

  const shownBy = ({ shown, at }: Reading, moment = monotonic()) => shown + (moment - at)
  const boundOf = ({ bound, at }: Reading) => bound + (monotonic() - at) * driftPerMillisecond
  const hasJumped = (known: Reading) =>
    Math.abs(machine() - known.machine - (monotonic() - known.at)) > jumpMilliseconds
  const exactNow = () => (reading ? shownBy(reading) : machine())

  return {
    now: () => Math.round(exactNow()),
    bound: () => (reading && !hasJumped(reading) ? boundOf(reading) : Number.POSITIVE_INFINITY),
    machineAhead: () => Math.round(machine() - exactNow()),
    monotonic,
    at: (moment) => (reading ? shownBy(reading, moment) : machine() + moment - monotonic()),
    observe(asked, shown) {
      const at = monotonic()
      const bound = (at - asked) / 2
      const next: Reading = { shown: shown + bound, at, bound, machine: machine() }
      const contradicted =
        !reading || hasJumped(reading) || Math.abs(shownBy(reading) - next.shown) > boundOf(reading) + bound
      if (contradicted || !reading || boundOf(reading) >= bound) reading = next
    },
  }
}
