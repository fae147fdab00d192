import type { Logger } from 'pino'
import type { Clock } from '#lib/ports.ts'

/** A failure's stack is logged once in this time; clients can repeat what fails. */
const stackMilliseconds = 60_000
const mostRemembered = 1000

export interface FailureLog {
  /**
   * Logs a failure in one line: with its stack the first time in a minute, of each call, then with its kind only.
   */
  report(text: string, error: unknown, details?: Readonly<Record<string, string>>): void
}

export function createFailureLog(logger: Logger, clock: Clock): FailureLog {
  const reported = new Map<string, number>()
  return {
    report(text, error, details = {}) {
      const kind = error instanceof Error ? error.name : typeof error
      const key = `${text} ${kind} ${details.call ?? ''}`
      const isKnown = clock() - (reported.get(key) ?? Number.NEGATIVE_INFINITY) < stackMilliseconds
      if (!isKnown) {
        if (reported.size >= mostRemembered) reported.clear()
        reported.set(key, clock())
      }
      logger.error({ ...details, ...(isKnown ? { kind } : { err: error }) }, text)
    },
  }
}
