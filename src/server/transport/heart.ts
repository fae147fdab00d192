import type { Logger } from 'pino'
import type { Clock } from '#lib/ports.ts'
import type { HeartbeatMessage } from '#protocol/socket/heartbeat.ts'
import type { SessionLog, Snapshot } from '../log/log.ts'
import type { Doorkeeper } from './doorkeeper.ts'
import { type Encoded, encode } from './frames.ts'
import type { Outlet } from './outlet.ts'

/** A connection as the heartbeat sees it. */
export interface Beating {
  readonly sessionId: string
  readonly loginId: string
  readonly outlet: Outlet
  /** Ends it with a word: the login does not stand any more, or the section is gone. */
  dismiss(): void
}

interface Services {
  readonly doorkeeper: Pick<Doorkeeper, 'standing'>
  readonly log: Pick<SessionLog, 'state'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
}

/**
 * One heartbeat: everybody's login checked in one question, every session's head asked for once and encoded once.
 * Whoever has not read what was sent before gets none on top of it. A session that cannot be read goes without, and
 * where the logins cannot be checked nobody is dismissed for it: neither keeps it from the others.
 */
export async function beat(connections: ReadonlySet<Beating>, services: Services): Promise<void> {
  const { log, clock, logger } = services
  const all = [...connections]
  const sessions = [...new Set(all.map(({ sessionId }) => sessionId))]
  const [standing, known] = await Promise.all([
    standingAmong(all, services),
    Promise.all(sessions.map((id) => log.state(id).catch((error: Error) => error))),
  ])
  const failures = known.filter((one) => one instanceof Error)
  if (failures.length > 0) {
    const text = 'sections could not be read for their heartbeat'
    logger.error({ err: failures[0], sections: failures.length }, text)
  }
  // Told when all is read: whoever gets it takes it for the time of sending.
  const now = clock()
  const messages = new Map(sessions.map((id, i) => [id, messageOf(known[i], now)]))
  for (const { loginId, sessionId, outlet, dismiss } of all) {
    const message = messages.get(sessionId)
    if (message === null || standing?.has(loginId) === false) dismiss()
    else if (message && outlet.isClear()) outlet.send(message)
  }
}

/** Null where it cannot be said. */
async function standingAmong(all: readonly Beating[], { doorkeeper, logger }: Services) {
  try {
    return await doorkeeper.standing(all.map(({ loginId }) => loginId))
  } catch (error) {
    logger.error({ err: error }, 'the logins could not be checked')
    return null
  }
}

/** Null where there is no such section, undefined where it could not be read. */
function messageOf(known: Snapshot | null | Error | undefined, now: number): Encoded | null | undefined {
  if (known === undefined || known instanceof Error) return undefined
  return known && heartbeat(known, now)
}

/** The `hb` message. */
export function heartbeat({ epoch, head }: Pick<Snapshot, 'epoch' | 'head'>, now: number): Encoded {
  return encode('hb', JSON.stringify({ epoch, head, now } satisfies HeartbeatMessage))
}
