import type { Logger } from 'pino'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import { getsPreview } from '#domain/session/preview.ts'
import type { Clock } from '#lib/ports.ts'
import type { HeartbeatMessage } from '#protocol/socket/hb.ts'
import type { Previews, SessionPreviews } from '../log/previews.ts'
import type { SessionLogReader, Snapshot } from '../log/session-log-reader.ts'
import { withTimeout } from '../timeout.ts'
import type { Authenticator } from './authenticator.ts'
import { type EncodedMessage, encodeMessage } from './encoded-message.ts'
import type { SocketWriter } from './socket-writer.ts'

export interface HeartbeatConnection {
  readonly actor: Actor
  readonly sessionId: string
  readonly loginId: string
  readonly writer: SocketWriter
  /** Closes the connection: its login has ended, or its session does not exist. */
  dismiss(): void
}

interface Services {
  readonly authenticator: Pick<Authenticator, 'activeAmong'>
  readonly log: Pick<SessionLogReader, 'state'>
  readonly previews: Previews
  viewerOf(actor: Actor): Viewer
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
}

/** Milliseconds to wait for each read: less than the interval between heartbeats. */
const usualReadTimeout = 3000

/**
 * Sends one heartbeat: checks all logins by one query, reads and encodes each session's head once. Skips connections
 * that are not drained and sessions that cannot be read in time. While logins cannot be checked nobody is dismissed.
 * Neither failure affects other sessions.
 */
export async function sendHeartbeats(
  connections: ReadonlySet<HeartbeatConnection>,
  services: Services,
  readTimeout = usualReadTimeout,
): Promise<void> {
  const bySession = new Map<string, HeartbeatConnection[]>()
  for (const connection of connections) {
    const group = bySession.get(connection.sessionId)
    if (group) group.push(connection)
    else bySession.set(connection.sessionId, [connection])
  }
  const activeLogins = activeLoginsOf([...connections], services, readTimeout)
  const failures: unknown[] = []
  await Promise.all(
    [...bySession].map(async ([sessionId, group]) => {
      try {
        const known = await withTimeout(services.log.state(sessionId), readTimeout)
        const needed = known !== null && group.some(({ actor }) => getsPreview(actor))
        const found = needed ? services.previews.find(sessionId, known) : null
        const previews = found && (await withTimeout(found, readTimeout))
        sendToSession(group, known, previews, await activeLogins, services)
      } catch (error) {
        failures.push(error)
        dismissLoggedOut(group, await activeLogins)
      }
    }),
  )
  if (failures.length > 0) {
    const text = 'sections could not be read for their heartbeat'
    services.logger.error({ err: failures[0], sections: failures.length }, text)
  }
}

/** The connections' logins that are active; null when they cannot be checked. */
async function activeLoginsOf(
  connections: readonly HeartbeatConnection[],
  { authenticator, logger }: Services,
  readTimeout: number,
): Promise<ReadonlySet<string> | null> {
  try {
    return await withTimeout(
      authenticator.activeAmong(connections.map(({ loginId }) => loginId)),
      readTimeout,
    )
  } catch (error) {
    logger.error({ err: error }, 'the logins could not be checked')
    return null
  }
}

function sendToSession(
  group: readonly HeartbeatConnection[],
  known: Snapshot | null,
  previews: SessionPreviews | null,
  activeLogins: ReadonlySet<string> | null,
  { clock, viewerOf }: Pick<Services, 'clock' | 'viewerOf'>,
): void {
  dismissLoggedOut(group, activeLogins)
  if (known === null) {
    for (const { dismiss } of group) dismiss()
    return
  }
  // The clock is read last: clients take it for the time of sending.
  const now = clock()
  const message = heartbeatMessage(known, now)
  for (const { loginId, writer, actor } of group) {
    if (activeLogins?.has(loginId) === false || !writer.isDrained()) continue
    const preview = previews && getsPreview(actor) ? previews.of(viewerOf(actor)) : null
    writer.send(preview ? heartbeatMessage(preview, now) : message)
  }
}

function dismissLoggedOut(
  group: readonly HeartbeatConnection[],
  activeLogins: ReadonlySet<string> | null,
): void {
  for (const { loginId, dismiss } of group) if (activeLogins?.has(loginId) === false) dismiss()
}

/** The `hb` message. */
export function heartbeatMessage(
  { epoch, head }: Pick<Snapshot, 'epoch' | 'head'>,
  now: number,
): EncodedMessage {
  return encodeMessage('hb', JSON.stringify({ epoch, head, now } satisfies HeartbeatMessage))
}
