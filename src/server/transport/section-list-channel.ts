import type { Logger } from 'pino'
import type { Server, Socket } from 'socket.io'
import type { Actor } from '#domain/session/actor.ts'
import type { Clock } from '#lib/ports.ts'
import { shortQuote } from '#lib/text.ts'
import { sectionListNamespace } from '#protocol/socket/changed.ts'
import { heartbeatMilliseconds } from '#protocol/socket/hb.ts'
import type { Database } from '../db/database.ts'
import { createFailureLog, type FailureLog } from '../failure-log.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { repeatWithoutOverlap } from '../repeat.ts'
import type { Authenticator } from './authenticator.ts'
import type { CallBudgets } from './call-budgets.ts'
import type { ConnectionGuards } from './connection-guard.ts'
import { encodeChanged } from './encoded-message.ts'
import {
  bidderSpread,
  type ChangeContext,
  type ChangeHint,
  changedMessage,
  diffSections,
  hintFor,
  type ListedSection,
  type ListViewer,
  type SectionChange,
  spreadFor,
} from './section-list-changes.ts'
import { createSectionListReader } from './section-list-reader.ts'
import { admitSockets } from './socket-admission.ts'
import type { SocketTrail, SocketUser } from './socket-trail.ts'
import { createSocketWriter, type SocketWriter } from './socket-writer.ts'
import { createUserLimits } from './user-limits.ts'

interface Services {
  readonly authenticator: Authenticator
  readonly log: Pick<SessionLogReader, 'onAppended' | 'state'>
  readonly database: Database
  readonly budgets: Pick<CallBudgets, 'ask'>
  readonly trail: SocketTrail
  readonly clock: Clock
  readonly logger: Logger
  addressOf(socket: Socket): string
  /** Whether the actor is shown a section's count now. */
  seesCount(actor: Actor, opensAt: Date | null): boolean
}

interface Connection extends ListViewer, SocketUser {
  readonly socket: Socket
  readonly writer: Pick<SocketWriter, 'isDrained' | 'send' | 'terminate'>
}

/**
 * Changes within this time are sent in one message, at the end of a whole second of the clock: otherwise the first of
 * them, which may be a rival's, would decide when the others are told of (RIV-5).
 */
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
  const { authenticator, log, budgets, trail, clock, logger } = services
  const namespace = io.of(sectionListNamespace)
  const connections = new Set<Connection>()
  const limits = createUserLimits()
  const failures = createFailureLog(logger, clock)
  const changes = watchChanges(services, connections, failures)

  const admission = { authenticator, limits, budgets, failures, trail, addressOf: services.addressOf }
  admitSockets(namespace, admission, (socket, { login: { loginId, actor } }) => {
    const agent = shortQuote(socket.handshake.headers['user-agent'] ?? '')
    const from = { address: services.addressOf(socket), agent, sessionId: null }
    const writer = createSocketWriter(socket)
    const shown = new Map<string, string>()
    return { socket, writer, loginId, actor, shown, ...from } satisfies Connection
  })

  namespace.on('connection', (socket) => {
    const connection = socket.data as Connection
    guards.admit(socket, [], (reason) => trail.cut(connection, reason))
    void admit(connection)
    socket.on('disconnect', () => connections.delete(connection))
  })

  /** A bidder is told of changes from here on, once it is known what their rows show. */
  async function admit(connection: Connection): Promise<void> {
    const { socket, actor, shown } = connection
    try {
      const rows = actor.role === 'bidder' ? await changes.rowsOf(actor.unitCode ?? '') : []
      for (const row of rows) shown.set(row.id, row.shown)
      if (socket.connected) connections.add(connection)
    } catch (error) {
      failures.report('the section list of a bidder could not be read', error)
      socket.disconnect(true)
    }
  }

  const unsubscribe = log.onAppended(changes.note)

  const stopChecking = repeatWithoutOverlap(heartbeatMilliseconds, async () => {
    try {
      const active = await authenticator.activeAmong([...connections].map(({ loginId }) => loginId))
      for (const { socket, loginId } of connections) if (!active.has(loginId)) socket.disconnect(true)
    } catch (error) {
      failures.report('the logins of the section list could not be checked', error)
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
function watchChanges(services: Services, connections: ReadonlySet<Connection>, failures: FailureLog) {
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
    return {
      enrolled: await reader.enrolled(hasBidders ? changes : []),
      seesCount: (actor, { opensAt }) => services.seesCount(actor, opensAt),
    }
  }

  return {
    rowsOf: reader.rowsOf,
    note(sessionId: string): void {
      // There are no viewers to tell; a viewer who connects later reads the whole list.
      if (connections.size === 0) {
        known.clear()
        return
      }
      grown.add(sessionId)
      timer ??= setTimeout(
        () => {
          send().catch((error: unknown) =>
            failures.report('viewers of the section list could not be told', error),
          )
        },
        gatherMilliseconds - (services.clock() % gatherMilliseconds),
      )
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
export function sendHints(
  connections: Iterable<ListViewer & Pick<Connection, 'writer'>>,
  changes: readonly SectionChange[],
  context: ChangeContext,
): void {
  const groups = new Map<
    string,
    { hints: ChangeHint[]; isBidder: boolean; writers: Connection['writer'][] }
  >()
  for (const connection of connections) {
    const { writer, actor } = connection
    const hints = changes.flatMap((change) => hintFor(connection, change, context) ?? [])
    if (hints.length === 0) continue
    if (!writer.isDrained()) {
      writer.terminate()
      continue
    }
    const isBidder = actor.role === 'bidder'
    const key = hints.map(({ section, listed }) => `${isBidder}${section}${listed}`).join()
    const group = groups.get(key) ?? { hints, isBidder, writers: [] }
    groups.set(key, group)
    group.writers.push(writer)
  }
  const clients = [...groups.values()].reduce((sum, { writers }) => sum + writers.length, 0)
  for (const { hints, isBidder, writers } of groups.values()) {
    const message = encodeChanged(changedMessage(hints, isBidder ? bidderSpread : spreadFor(clients)))
    for (const writer of writers) writer.send(message)
  }
}
