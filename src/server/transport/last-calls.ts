import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a server that is being stopped waits for the calls that are under way. */
const patienceMilliseconds = 5000
const lookMilliseconds = 50

/**
 * Waits until a server that takes no new connections has answered what is under way: `closed` resolves when it has none
 * left. A connection is kept by whoever opened it, with nothing to say, so it is ended as soon as its call is answered.
 */
export async function answerLastCalls(http: Server, closed: Promise<void>): Promise<void> {
  const looking = setInterval(() => http.closeIdleConnections(), lookMilliseconds)
  await Promise.race([closed, delay(patienceMilliseconds, undefined, { ref: false })])
  clearInterval(looking)
}
