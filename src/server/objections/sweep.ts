import type { Logger } from 'pino'
import type { Attachments } from './attachments.ts'

const everyMilliseconds = 3_600_000

/** Removes forgotten uploads at once and each hour; what fails is tried again then. */
export function sweepAttachments(attachments: Pick<Attachments, 'sweep'>, logger: Logger) {
  let running: Promise<void> = Promise.resolve()
  const sweep = () => {
    running = attachments.sweep().catch((error: unknown) => {
      logger.error({ err: error }, 'forgotten uploads could not be removed')
    })
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
