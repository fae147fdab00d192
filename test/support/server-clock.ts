import { epochOf } from '#lib/time.ts'
import type { Leap } from '#server/test-clock.ts'
import type { OwnServer } from '#simulators/fixtures/server-process.ts'

/**
 * The clock of a test's servers. It leaps to an opening time or the end of a window, so that the test need not wait.
 * A server that is started later begins with the leaps so far (`leaps`).
 */
export interface ServerClock {
  /** What the servers' clocks show (epoch ms). */
  now(): number
  readonly leaps: readonly Leap[]
  /** Lets this server's clock leap too from now on. */
  drives(server: OwnServer): void
  /** Leaps forward by so many milliseconds. */
  leap(milliseconds: number): Promise<void>
  /** Leaps to a time (ISO 8601) plus `beyond` milliseconds, unless it is past. */
  leapTo(time: string, beyond?: number): Promise<void>
}

/** A server knows the database's clock, which is this machine's, to within a few milliseconds: the leap is in its past. */
const clockBound = 5

export function createServerClock(): ServerClock {
  const leaps: Leap[] = []
  const servers: OwnServer[] = []
  const now = () => leaps.reduce((shown, { by }) => shown + by, Date.now())

  async function leap(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return
    leaps.push({ at: Date.now() - clockBound, by: Math.ceil(milliseconds) })
    const running = servers.filter(({ process }) => process.exitCode === null && process.signalCode === null)
    await Promise.all(running.map((server) => server.setClock(leaps)))
  }

  return {
    ...{ now, leaps, leap },
    drives: (server) => void servers.push(server),
    leapTo: (time, beyond = 10) => leap(epochOf(time) + beyond - now()),
  }
}
