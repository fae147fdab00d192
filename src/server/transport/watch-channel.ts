import type { Logger } from 'pino'
import type { Server, Socket } from 'socket.io'
import { permissions } from '#domain/session/permissions.ts'
import type { Clock } from '#lib/ports.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { shortQuote } from '#lib/text.ts'
import { heartbeatMilliseconds } from '#protocol/socket/hb.ts'
import { type Watched, type WatchedSection, watchNamespace } from '#protocol/socket/watched.ts'
import { createFailureLog, type FailureLog } from '../failure-log.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { repeatWithoutOverlap } from '../repeat.ts'
import type { Wall } from '../watch/wall.ts'
import type { Authenticator } from './authenticator.ts'
import type { CallBudgets } from './call-budgets.ts'
import type { ConnectionGuards } from './connection-guard.ts'
import { type EncodedMessage, encodeWatched } from './encoded-message.ts'
import { admitSockets } from './socket-admission.ts'
import type { SocketTrail, SocketUser } from './socket-trail.ts'
import { createSocketWriter, type SocketWriter } from './socket-writer.ts'
import { createUserLimits } from './user-limits.ts'

interface Services {
  readonly authenticator: Pick<Authenticator, 'authenticate' | 'activeAmong'>
  readonly log: Pick<SessionLogReader, 'onAppended'>
  readonly wall: Wall
  readonly budgets: Pick<CallBudgets, 'ask'>
  readonly trail: SocketTrail
  readonly clock: Clock
  readonly logger: Logger
  addressOf(socket: Socket): string
}

interface Connection extends SocketUser {
  readonly socket: Socket
  readonly writer: Pick<SocketWriter, 'sendIfDrained' | 'onceDrained'>
  /** It has nothing yet, or has not taken an earlier message: it gets the whole wall next. */
  isBehind: boolean
}

/** A section is sent at most so often (milliseconds), however fast its log grows. */
const gatherMilliseconds = 500

/**
 * Sends the supervisors' wall: all of it on connecting, then each section whose log has grown, and every five seconds
 * which sections there are (WAL-4). While nobody watches nothing is read.
 */
export function serveWatchChannel(io: Server, guards: Pick<ConnectionGuards, 'admit'>, services: Services) {
  const { authenticator, log, budgets, trail, clock, logger } = services
  const connections = new Set<Connection>()
  const limits = createUserLimits()
  const failures = createFailureLog(logger, clock)
  const sender = createWallSender(connections, services, failures)

  const namespace = io.of(watchNamespace)
  const admission = { authenticator, limits, budgets, failures, trail, addressOf: services.addressOf }
  admitSockets(namespace, admission, (socket, { login: { loginId, actor } }) => {
    if (!permissions.ReadWall.roles.includes(actor.role)) return 'forbidden'
    const agent = shortQuote(socket.handshake.headers['user-agent'] ?? '')
    const from = { address: services.addressOf(socket), agent, sessionId: null }
    const writer = createSocketWriter(socket)
    return { socket, writer, loginId, actor, isBehind: true, ...from } satisfies Connection
  })

  namespace.on('connection', (socket) => {
    const connection = socket.data as Connection
    guards.admit(socket, [], (reason) => trail.cut(connection, reason))
    socket.on('disconnect', () => connections.delete(connection))
    connections.add(connection)
    void sender.refresh()
  })

  const unsubscribe = log.onAppended(sender.note)

  const stopRepeating = repeatWithoutOverlap(heartbeatMilliseconds, async () => {
    if (connections.size === 0) return sender.forget()
    try {
      const active = await authenticator.activeAmong([...connections].map(({ loginId }) => loginId))
      for (const { socket, loginId } of connections) if (!active.has(loginId)) socket.disconnect(true)
    } catch (error) {
      failures.report('the logins of the wall could not be checked', error)
    }
    await sender.refresh()
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
      stopRepeating()
      sender.stop()
    },
  }
}

/** Sends the wall to connections; one encoding serves all who get the same. */
function createWallSender(
  connections: Iterable<Connection>,
  { wall, clock }: Pick<Services, 'wall' | 'clock'>,
  failures: FailureLog,
) {
  const grown = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  /** One read at a time, so that nobody gets an older section after a newer one. */
  const inTurn = createSemaphore(1)
  let isRefreshDue = false
  /** The wall as those who are not behind have it; null while nobody watches. */
  let shown: Watched | null = null

  /** Sends these sections; the whole wall to those who are behind, once they have taken what was sent before. */
  function send(sections: readonly WatchedSection[]): void {
    if (!shown) return
    const now = clock()
    const changes = encode({ ...shown, now, sections: [...sections] })
    let whole: EncodedMessage | null = null
    for (const connection of connections) {
      const { writer, isBehind } = connection
      if (isBehind) whole ??= encode({ ...shown, now })
      connection.isBehind = !writer.sendIfDrained(isBehind && whole ? whole : changes)
      if (connection.isBehind) writer.onceDrained(() => void refresh())
    }
  }

  /** Reads the wall and sends what has changed of it, and all of it to those who are behind. */
  async function refresh(): Promise<void> {
    if (isRefreshDue) return
    isRefreshDue = true
    await inTurn(async () => {
      isRefreshDue = false
      const before = shown
      shown = await wall.read()
      send(before ? changedSince(before, shown) : [])
    }).catch((error: unknown) => failures.report('the wall could not be read', error))
  }

  async function sendGrown(): Promise<void> {
    const ids = [...grown]
    grown.clear()
    timer = null
    await inTurn(async () => {
      const sections = await wall.readAgain(ids)
      if (!shown || sections.length === 0) return
      shown = withSections(shown, sections)
      send(sections)
    }).catch((error: unknown) => failures.report('sections of the wall could not be sent', error))
  }

  return {
    refresh,
    /** The log of a section has grown. */
    note(sessionId: string): void {
      if (!shown?.ids.includes(sessionId)) return
      grown.add(sessionId)
      timer ??= setTimeout(() => void sendGrown(), gatherMilliseconds)
    },
    /** Nobody watches any more. */
    forget(): void {
      shown = null
    },
    stop(): void {
      if (timer) clearTimeout(timer)
    },
  }
}

function encode(watched: Watched): EncodedMessage {
  return encodeWatched('watched', JSON.stringify(watched))
}

function withSections(watched: Watched, sections: readonly WatchedSection[]): Watched {
  const newer = new Map(sections.map((section) => [section.id, section]))
  return { ...watched, sections: watched.sections.map((section) => newer.get(section.id) ?? section) }
}

/** The sections that are not as they were. */
function changedSince(before: Watched, { sections }: Watched): WatchedSection[] {
  const known = new Map(before.sections.map((section) => [section.id, JSON.stringify(section)]))
  return sections.filter((section) => known.get(section.id) !== JSON.stringify(section))
}
