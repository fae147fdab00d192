import type { Logger } from 'pino'

const everyMilliseconds = 3_600_000

/** Removes what is kept for a time only, at once and each hour; what fails is tried again then. */
export function sweepForgotten(removals: readonly (() => Promise<unknown>)[], logger: Logger) {
  let running: Promise<void> = Promise.resolve()
  async function removeAll(): Promise<void> {
    for (const remove of removals) {
      await remove().catch((error: unknown) => {
        logger.error({ err: error }, 'what is kept for a time only could not be removed')
      })
    }
  }
  const sweep = () => {
    running = removeAll()
  }
  sweep()
  const timer = setInterval(sweep, everyMilliseconds)
  return {
    /** Done once nothing is under way any more. */
    stop(): Promise<void> {
      clearInterval(timer)
      return running
    },
  }
}
