import type { Logger } from 'pino'
import type { LoginRows } from './login-rows.ts'

/** A login that another node ended loses its sockets here within this time and one query's. */
const lookMilliseconds = 2000

/** Looks back a little further than the last look: a query may have been slow, a commit late. */
const lookBackSeconds = 10

/** Closes the sockets of logins that any node ended: by logging out, logging out everywhere, or a role lost. */
export function watchRevocations(
  logins: Pick<LoginRows, 'endedLately'>,
  drop: (loginId: string) => void,
  logger: Logger,
): { stop(): void } {
  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      for (const loginId of await logins.endedLately(lookBackSeconds)) drop(loginId)
    } catch (error) {
      // The database is away: the heartbeat asks for every login again when it is back.
      logger.warn({ err: error }, 'ended logins could not be read')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), lookMilliseconds)
  return { stop: () => clearInterval(timer) }
}
