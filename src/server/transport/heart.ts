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
}

/**
 * One heartbeat: everybody's login checked in one question, every session's head asked for once and encoded once.
 * Whoever has not read what was sent before gets none on top of it.
 */
export async function beat(connections: ReadonlySet<Beating>, services: Services): Promise<void> {
  const { doorkeeper, log, clock } = services
  const all = [...connections]
  const standing = await doorkeeper.standing(all.map(({ loginId }) => loginId))
  const sessions = new Set(all.map(({ sessionId }) => sessionId))
  const known = await Promise.all([...sessions].map(async (id) => [id, await log.state(id)] as const))
  const messages = new Map<string, Encoded>()
  for (const [id, at] of known) if (at) messages.set(id, heartbeat(at, clock()))
  for (const { loginId, sessionId, outlet, dismiss } of all) {
    const message = messages.get(sessionId)
    if (!standing.has(loginId) || !message) dismiss()
    else if (outlet.isClear()) outlet.send(message)
  }
}

/** The `hb` message. */
export function heartbeat({ epoch, head }: Pick<Snapshot, 'epoch' | 'head'>, now: number): Encoded {
  return encode('hb', JSON.stringify({ epoch, head, now } satisfies HeartbeatMessage))
}
