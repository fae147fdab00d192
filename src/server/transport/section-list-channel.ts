import type { Logger } from 'pino'
import type { Server, Socket } from 'socket.io'
import type { Actor } from '#domain/session/actor.ts'
import type { Clock } from '#lib/ports.ts'
import { sectionListNamespace } from '#protocol/socket/changed.ts'
import { heartbeatMilliseconds } from '#protocol/socket/hb.ts'
import type { Database } from '../db/database.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { repeatWithoutOverlap } from '../repeat.ts'
import type { Authenticator } from './authenticator.ts'
import type { ConnectionGuards } from './connection-guard.ts'
import {
  type ChangeContext,
  type ChangeHint,
  changedMessage,
  diffSections,
  hintFor,
  type ListedSection,
  type SectionChange,
} from './section-list-changes.ts'
import { createSectionListReader } from './section-list-reader.ts'
import { admitSockets } from './socket-admission.ts'
import { createSocketWriter, type SocketWriter } from './socket-writer.ts'
import { createUserLimits } from './user-limits.ts'

interface Services {
  readonly authenticator: Authenticator
  readonly log: Pick<SessionLogReader, 'onAppended' | 'state'>
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  /** Whether the actor is shown a section's count now. */
  seesCount(actor: Actor, opensAt: Date | null): boolean
}

interface Connection {
  readonly socket: Socket
  readonly writer: Pick<SocketWriter, 'isDrained' | 'terminate'>
  readonly loginId: string
  readonly actor: Actor
}

/** Changes within this time are sent in one message. */
const gatherMilliseconds = 1000
/** This many sections' last rows are remembered; any other section counts as changed when its log grows. */
const rememberedSections = 5000

/**
 * Tells viewers of the section list to reload it; carries no data. A client that gets no message reloads after the
 * variant's interval.
 */
export function serveSectionListChannel(
  io: Server,
  guards: Pick<ConnectionGuards, 'admit'>,
  services: Services,
) {
  const { authenticator, log, clock, logger } = services
  const namespace = io.of(sectionListNamespace)
  const connections = new Set<Connection>()
  const limits = createUserLimits(clock)
  const changes = watchChanges(services, connections)

  admitSockets(namespace, { authenticator, limits, logger }, (socket, { login: { loginId, actor } }) => {
    return { socket, writer: createSocketWriter(socket), loginId, actor } satisfies Connection
  })

  namespace.on('connection', (socket) => {
    const connection = socket.data as Connection
    guards.admit(socket, [])
    connections.add(connection)
    limits.connected(connection.actor.id)
    socket.on('disconnect', () => {
      connections.delete(connection)
      limits.left(connection.actor.id)
    })
  })

  const unsubscribe = log.onAppended(changes.note)

  const stopChecking = repeatWithoutOverlap(heartbeatMilliseconds, async () => {
    limits.removeInactive()
    try {
      const active = await authenticator.activeAmong([...connections].map(({ loginId }) => loginId))
      for (const { socket, loginId } of connections) if (!active.has(loginId)) socket.disconnect(true)
    } catch (error) {
      logger.error({ err: error }, 'the logins of the section list could not be checked')
    }
  })

  return {
    /** Closes the sockets of a login that ended. */
    drop(loginId: string): void {
      for (const connection of connections) {
        if (connection.loginId === loginId) connection.socket.disconnect(true)
      }
    },
    close(): void {
      unsubscribe()
      stopChecking()
      changes.stop()
    },
  }
}

/** Gathers the sections whose logs grow and tells the connections which of them changed in the list. */
function watchChanges(services: Services, connections: ReadonlySet<Connection>) {
  const reader = createSectionListReader(services.database, services.log)
  const known = new Map<string, ListedSection>()
  const grown = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  async function send(): Promise<void> {
    const ids = [...grown]
    grown.clear()
    timer = null
    const changes = diffSections(known, await reader.sections(ids))
    for (const oldest of known.keys()) {
      if (known.size <= rememberedSections) break
      known.delete(oldest)
    }
    sendHints(connections, changes, await contextOf(changes))
  }

  async function contextOf(changes: readonly SectionChange[]): Promise<ChangeContext> {
    const hasBidders = [...connections].some(({ actor }) => actor.role === 'bidder')
    const concerning = hasBidders ? changes : []
    return {
      enrolled: await reader.enrolled(concerning),
      joined: await reader.joined(concerning),
      seesCount: (actor, { opensAt }) => services.seesCount(actor, opensAt),
    }
  }

  return {
    note(sessionId: string): void {
      // There are no viewers to tell; a viewer who connects later reads the whole list.
      if (connections.size === 0) {
        known.clear()
        return
      }
      grown.add(sessionId)
      timer ??= setTimeout(() => {
        send().catch((error: unknown) =>
          services.logger.error({ err: error }, 'viewers of the section list could not be told'),
        )
      }, gatherMilliseconds)
    },
    stop(): void {
      if (timer) clearTimeout(timer)
    },
  }
}

/**
 * One message for all connections that get the same hints. A connection that does not read them is closed: its client
 * reads the list again when it comes back.
 */
function sendHints(
  connections: Iterable<Connection>,
  changes: readonly SectionChange[],
  context: ChangeContext,
): void {
  const groups = new Map<string, { hints: ChangeHint[]; sockets: Socket[] }>()
  for (const { socket, writer, actor } of connections) {
    const hints = changes.flatMap((change) => hintFor(actor, change, context) ?? [])
    if (hints.length === 0) continue
    if (!writer.isDrained()) {
      writer.terminate()
      continue
    }
    const key = hints.map(({ section, listed }) => `${section}${listed}`).join()
    const group = groups.get(key) ?? { hints, sockets: [] }
    groups.set(key, group)
    group.sockets.push(socket)
  }
  const clients = [...groups.values()].reduce((sum, { sockets }) => sum + sockets.length, 0)
  for (const { hints, sockets } of groups.values()) {
    const message = changedMessage(hints, clients)
    for (const socket of sockets) socket.emit('changed', message)
  }
}
