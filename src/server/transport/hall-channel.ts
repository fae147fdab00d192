import { inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Server, Socket } from 'socket.io'
import type { Actor } from '#domain/session/actor.ts'
import type { Clock } from '#lib/ports.ts'
import { hallNamespace } from '#protocol/socket/changed.ts'
import { heartbeatMilliseconds } from '#protocol/socket/hb.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { isDatabaseAway } from '../db/away.ts'
import type { Database } from '../db/database.ts'
import { session, sessionBidder } from '../db/schema.ts'
import type { SessionLog } from '../log/log.ts'
import type { Doorkeeper } from './doorkeeper.ts'
import {
  type Change,
  changesAgainst,
  type Insight,
  type Listed,
  messageOf,
  type News,
  newsFor,
} from './hall-changes.ts'
import { createUserLimits } from './user-limits.ts'

interface Services {
  readonly doorkeeper: Doorkeeper
  readonly log: Pick<SessionLog, 'onAppended' | 'state'>
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  /** Whether somebody is shown a section's count now. */
  seesCount(actor: Actor, opensAt: Date | null): boolean
}

interface Connection {
  readonly socket: Socket
  readonly loginId: string
  readonly actor: Actor
}

/** What happens meanwhile is told together. */
const gatherMilliseconds = 1000
/** Sections whose last look is remembered; of the others one change too many is told. */
const remembered = 5000

/**
 * Tells who stands in the hall that sections are listed otherwise: hints, not rows. Whoever hears one reads the page
 * again by the usual call; whoever hears none does so after the variant's time.
 */
export function serveHallChannel(io: Server, services: Services) {
  const { doorkeeper, log, database, clock, logger } = services
  const hall = io.of(hallNamespace)
  const connections = new Set<Connection>()
  const limits = createUserLimits(clock)
  const known = new Map<string, Listed>()
  const moved = new Set<string>()
  let telling: NodeJS.Timeout | null = null

  hall.use((socket, next) => {
    admit(socket).then(
      (refused) => next(refused === null ? undefined : new Error(refused)),
      (error: unknown) => {
        logger.error({ err: error }, 'a socket could not be admitted to the hall')
        next(new Error(isDatabaseAway(error) ? 'unavailable' : 'internal'))
      },
    )
  })

  /** A code when it is not let in. */
  async function admit(socket: Socket): Promise<string | null> {
    const { auth } = socket.handshake
    if (auth.version !== wireVersion) return wireVersionRefused
    const admitted = await doorkeeper.admit(String(auth.token ?? ''))
    if (!admitted.ok) return 'session-expired'
    const { loginId, actor } = admitted.value.login
    if (!limits.mayConnect(actor.id)) return 'too-many-requests'
    socket.data = { socket, loginId, actor } satisfies Connection
    return null
  }

  hall.on('connection', (socket) => {
    const connection = socket.data as Connection
    connections.add(connection)
    limits.connected(connection.actor.id)
    socket.on('disconnect', () => {
      connections.delete(connection)
      limits.left(connection.actor.id)
    })
  })

  const unsubscribe = log.onAppended((sessionId) => {
    // Nobody is here: what they read when they come is what there is then.
    if (connections.size === 0) return known.clear()
    moved.add(sessionId)
    telling ??= setTimeout(() => void guarded(tell()), gatherMilliseconds)
  })

  async function tell(): Promise<void> {
    const ids = [...moved]
    moved.clear()
    telling = null
    const changes = changesAgainst(known, await look(ids))
    for (const oldest of known.keys()) {
      if (known.size <= remembered) break
      known.delete(oldest)
    }
    const insight: Insight = {
      enrolled: await readEnrolments(changes),
      joined: await readNewcomers(changes),
      seesCount: (actor, { opensAt }) => services.seesCount(actor, opensAt),
    }
    const told = new Map<string, { news: News[]; to: Socket[] }>()
    for (const { socket, actor } of connections) {
      const news = changes.flatMap((change) => newsFor(actor, change, insight) ?? [])
      if (news.length === 0) continue
      const key = news.map(({ section, listed }) => `${section}${listed}`).join()
      const same = told.get(key) ?? { news, to: [] }
      told.set(key, same)
      same.to.push(socket)
    }
    const readers = [...told.values()].reduce((sum, { to }) => sum + to.length, 0)
    for (const { news, to } of told.values()) {
      const message = messageOf(news, readers)
      for (const socket of to) socket.emit('changed', message)
    }
  }

  async function look(ids: readonly string[]): Promise<Listed[]> {
    const shown = sql<string>`concat_ws(' ', ${session.status}, ${session.lotStatus}, ${session.opensAt},
      ${session.sectionCode}, ${session.sectionName})`
    const enrolled = sql<number>`(select count(*)::int from ${sessionBidder} where ${sessionBidder.sessionId} = ${session.id})`
    const { id, agencyCode, opensAt, bidderCount } = session
    return database.reads
      .select({ id, agencyCode, opensAt, bidderCount, enrolled, shown })
      .from(session)
      .where(inArray(session.id, [...ids]))
  }

  const bidderIsHere = () => [...connections].some(({ actor }) => actor.role === 'bidder')

  /** Asked only for what bidders are told of. */
  async function readEnrolments(changes: readonly Change[]) {
    const sections = changes.filter(({ listed }) => listed).map(({ section }) => section.id)
    const rows =
      bidderIsHere() && sections.length > 0
        ? await database.reads.select().from(sessionBidder).where(inArray(sessionBidder.sessionId, sections))
        : []
    return pairsOf(rows)
  }

  /** Who was enrolled since the last look: the log has them in the order in which they came. */
  async function readNewcomers(changes: readonly Change[]) {
    const rows: { sessionId: string; bidderCode: string }[] = []
    for (const { section, enrolledBefore } of bidderIsHere() ? changes : []) {
      if (enrolledBefore === null) continue
      const known = await log.state(section.id)
      const newcomers = known?.unredactedState.order.slice(enrolledBefore) ?? []
      rows.push(...newcomers.map((bidderCode) => ({ sessionId: section.id, bidderCode })))
    }
    return pairsOf(rows)
  }

  async function guarded(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => logger.error({ err: error }, 'the hall could not be told'))
  }

  /** Whose login has ended is put out, as from every session. */
  async function check(): Promise<void> {
    limits.sweep()
    const standing = await doorkeeper.standing([...connections].map(({ loginId }) => loginId))
    for (const { socket, loginId } of connections) if (!standing.has(loginId)) socket.disconnect(true)
  }
  let isChecking = false
  const heart = setInterval(() => {
    // While the database is away they must not pile up.
    if (isChecking) return
    isChecking = true
    void guarded(check()).finally(() => {
      isChecking = false
    })
  }, heartbeatMilliseconds)

  return {
    /** Closes the sockets of a login that ended. */
    drop(loginId: string): void {
      for (const connection of connections) {
        if (connection.loginId === loginId) connection.socket.disconnect(true)
      }
    },
    close(): void {
      unsubscribe()
      clearInterval(heart)
      if (telling) clearTimeout(telling)
    },
  }
}

function pairsOf(rows: readonly { sessionId: string; bidderCode: string }[]) {
  const pairs = new Set(rows.map(({ sessionId, bidderCode }) => `${sessionId} ${bidderCode}`))
  return (section: string, bidderCode: string) => pairs.has(`${section} ${bidderCode}`)
}
