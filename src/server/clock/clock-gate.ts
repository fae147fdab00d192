import type { Logger } from 'pino'
import type { Refusal } from '../refusal.ts'
import { type HallClock, reportedMilliseconds, toleratedMilliseconds } from './hall-clock.ts'

/**
 * A node whose machine's clock is more than five seconds off takes no commands (DBC-3). Where the time is uncertain,
 * `read` reads the database's clock before anything is decided by it.
 */
export function createClockGate(clock: HallClock, read: () => Promise<void>): () => Promise<Refusal | null> {
  return async () => {
    if (clock.bound() > toleratedMilliseconds) await read()
    const ahead = Math.abs(clock.machineAhead())
    if (ahead <= toleratedMilliseconds) return null
    return { code: 'node-clock-off', params: { seconds: Math.round(ahead / 1000) } }
  }
}

/** How a node's clock stands: right, off so that its operator must know, or so far that it takes no commands. */
export function clockStanding(clock: Pick<HallClock, 'machineAhead'>): 'right' | 'off' | 'far off' {
  const ahead = Math.abs(clock.machineAhead())
  if (ahead > toleratedMilliseconds) return 'far off'
  return ahead > reportedMilliseconds ? 'off' : 'right'
}

/** Writes to the log when the standing of the node's clock changes; call it now and then. */
export function createClockReport(
  clock: Pick<HallClock, 'machineAhead'>,
  logger: Pick<Logger, 'warn' | 'error'>,
): () => void {
  let known: ReturnType<typeof clockStanding> = 'right'
  return () => {
    const standing = clockStanding(clock)
    if (standing === known) return
    known = standing
    const facts = { aheadMilliseconds: clock.machineAhead() }
    if (standing === 'far off')
      logger.error(facts, 'the clock of this machine is so far off the database’s that it takes no commands')
    else if (standing === 'off') logger.warn(facts, 'the clock of this machine is off the database’s')
    else logger.warn(facts, 'the clock of this machine agrees with the database’s again')
  }
}
