import type { Logger } from 'pino'

const everyMilliseconds = 3_600_000

/** Runs the removals at once and every hour; one that fails runs again an hour later. */
export function startPeriodicCleanup(removals: readonly (() => Promise<unknown>)[], logger: Logger) {
  let running: Promise<void> = Promise.resolve()
  async function removeAll(): Promise<void> {
    for (const remove of removals) {
      await remove().catch((error: unknown) => {
        logger.error({ err: error }, 'what is kept for a time only could not be removed')
      })
    }
  }
  const run = () => {
    running = removeAll()
  }
  run()
  const timer = setInterval(run, everyMilliseconds)
  return {
    /** Resolves when the removals in progress are done. */
    stop(): Promise<void> {
      clearInterval(timer)
      return running
    },
  }
}
