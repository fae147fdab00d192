import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'

/** Pause (ms) while the database is unavailable: short, so that windows close soon after it is back. */
const shortestPause = 1000
/** Longest pause (ms) for other failures: a damaged section is not read in vain more often than this. */
const longestPause = 60_000

export interface ClockFailures {
  /** Records a failure of the section's clock; returns the pause until the next try, in milliseconds. */
  record(sessionId: string, error: unknown): number
  /** The section's clock runs again. */
  clear(sessionId: string): void
}

/** Consecutive failures of the sections' clocks: each is logged once, and again when its reason changes. */
export function createClockFailures(logger: Logger): ClockFailures {
  const failures = new Map<string, { readonly message: string; readonly next: number }>()
  return {
    record(sessionId, error) {
      const before = failures.get(sessionId)
      const message = String(error)
      if (message !== before?.message) logger.error({ err: error, sessionId }, 'a session clock failed')
      if (isDatabaseUnavailable(error)) {
        failures.set(sessionId, { message, next: shortestPause })
        return shortestPause
      }
      const pause = before?.next ?? shortestPause
      failures.set(sessionId, { message, next: Math.min(pause * 2, longestPause) })
      return pause
    },
    clear: (sessionId) => void failures.delete(sessionId),
  }
}
