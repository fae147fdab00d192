import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'

/** Milliseconds; while the database is away it is tried again so soon: a window must not stay open for it. */
const soon = 1000
/** Milliseconds; a section that is damaged is not read whole for nothing more often than this. */
const longest = 60_000

export interface ClockFailures {
  /** Takes note of a failure of the section's clock; yields after how many milliseconds to try again. */
  noteOf(sessionId: string, error: unknown): number
  /** The section's clock runs again. */
  over(sessionId: string): void
}

/** What failed of the sections' clocks, in a row: each is logged once, and again when it fails for another reason. */
export function createClockFailures(logger: Logger): ClockFailures {
  const failures = new Map<string, { readonly message: string; readonly next: number }>()
  return {
    noteOf(sessionId, error) {
      const before = failures.get(sessionId)
      const message = String(error)
      if (message !== before?.message) logger.error({ err: error, sessionId }, 'a session clock failed')
      if (isDatabaseUnavailable(error)) {
        failures.set(sessionId, { message, next: soon })
        return soon
      }
      const pause = before?.next ?? soon
      failures.set(sessionId, { message, next: Math.min(pause * 2, longest) })
      return pause
    },
    over: (sessionId) => void failures.delete(sessionId),
  }
}
