import type { Logger } from 'pino'
import type { Clock } from '#lib/ports.ts'
import type { HeartbeatMessage } from '#protocol/socket/hb.ts'
import { inTime } from '../in-time.ts'
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

/** So long (ms) an answer is waited for: less than from one heartbeat to the next. */
const usualPatience = 3000

/**
 * One heartbeat: everybody's login checked in one question, every session's head asked for once and encoded once.
 * Whoever has not read what was sent before gets none on top of it. A session that cannot be read, or not in time, goes
 * without until it can be, and where the logins cannot be checked nobody is dismissed for it: neither keeps it from the
 * others.
 */
export async function beat(
  connections: ReadonlySet<Beating>,
  services: Services,
  patience = usualPatience,
): Promise<void> {
  const bySession = new Map<string, Beating[]>()
  for (const connection of connections) {
    const together = bySession.get(connection.sessionId)
    if (together) together.push(connection)
    else bySession.set(connection.sessionId, [connection])
  }
  const standing = standingAmong([...connections], services, patience)
  const failures: unknown[] = []
  await Promise.all(
    [...bySession].map(async ([sessionId, together]) => {
      try {
        const known = await inTime(services.log.state(sessionId), patience)
        tell(together, known, await standing, services.clock)
      } catch (error) {
        failures.push(error)
        dismissEnded(together, await standing)
      }
    }),
  )
  if (failures.length > 0) {
    const text = 'sections could not be read for their heartbeat'
    services.logger.error({ err: failures[0], sections: failures.length }, text)
  }
}

/** The logins that stand; null where it cannot be said. */
async function standingAmong(
  all: readonly Beating[],
  { doorkeeper, logger }: Services,
  patience: number,
): Promise<ReadonlySet<string> | null> {
  try {
    return await inTime(doorkeeper.standing(all.map(({ loginId }) => loginId)), patience)
  } catch (error) {
    logger.error({ err: error }, 'the logins could not be checked')
    return null
  }
}

function tell(
  together: readonly Beating[],
  known: Snapshot | null,
  standing: ReadonlySet<string> | null,
  clock: Clock,
): void {
  dismissEnded(together, standing)
  if (known === null) {
    for (const { dismiss } of together) dismiss()
    return
  }
  // The clock is read when all else is known: whoever gets it takes it for the time of sending.
  const message = heartbeat(known, clock())
  for (const { loginId, outlet } of together) {
    if (standing?.has(loginId) !== false && outlet.isClear()) outlet.send(message)
  }
}

function dismissEnded(together: readonly Beating[], standing: ReadonlySet<string> | null): void {
  for (const { loginId, dismiss } of together) if (standing?.has(loginId) === false) dismiss()
}

/** The `hb` message. */
export function heartbeat({ epoch, head }: Pick<Snapshot, 'epoch' | 'head'>, now: number): Encoded {
  return encode('hb', JSON.stringify({ epoch, head, now } satisfies HeartbeatMessage))
}
