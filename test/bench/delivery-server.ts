import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import pino, { type Logger } from 'pino'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { userTypeOf } from '#protocol/user-type.ts'
import type { Login } from '#server/auth/login-rows.ts'
import { createTokens } from '#server/auth/tokens.ts'
import { createMemoryLog } from '#server/log/memory-log.ts'
import { createPreviews } from '#server/log/previews.ts'
import { createAuthenticator } from '#server/transport/authenticator.ts'
import { createCallBudgets } from '#server/transport/call-budgets.ts'
import { createDelivery, type DeliveryLimits, usualDeliveryLimits } from '#server/transport/delivery.ts'
import { createRecentQuestions } from '#server/transport/recent-questions.ts'
import { serveSockets } from '#server/transport/socket.ts'
import { bidderCode, opener, platform } from '#test/domain/sample-actors.ts'
import { noSocketTrail } from '#test/support/no-trail.ts'
import { tender } from '#test/support/sample-tender.ts'
import { standard } from '#variants/standard.ts'
import { now } from './process.ts'

export interface DeliveryServerOptions {
  readonly bidders: number
  readonly limits?: Partial<DeliveryLimits>
  readonly logger?: Logger
  /** The section's opening time (epoch ms); past unless given, so that bidders get the log itself. */
  readonly opensAt?: number
}

export type DeliveryServer = Awaited<ReturnType<typeof openDeliveryServer>>

/**
 * The production server's transport (sockets, authentication, delivery) over a log in memory, in this process, with a
 * published section and its bidders. Only the logins are kept in memory instead of the database.
 */
export async function openDeliveryServer({
  bidders,
  limits = {},
  logger = pino({ level: 'silent' }),
  opensAt = Date.now() - 60_000,
}: DeliveryServerOptions) {
  const log = createMemoryLog((length) => randomBytes(length))
  const logins = createMemoryLogins()
  let appendedAt = 0
  let beingRead: readonly { fileId: string; percent: number }[] = []
  // Before the delivery subscribes to the log.
  log.onAppended(() => {
    appendedAt = now()
  })
  const previews = createPreviews(log)
  const questions = createRecentQuestions(Date.now)
  const delivery = createDelivery(
    { log, previews, questions, viewerOf, logger },
    { ...usualDeliveryLimits, ...limits },
  )
  const http = createHttpServer()
  const sockets = serveSockets(http.server, {
    authenticator: logins.authenticator,
    authority: { submit: async (asked) => ok(await append(asked.actor, [message('a command')])) },
    ...{ log, previews, viewerOf, delivery, questions },
    bidFileProcessor: { progress: () => beingRead },
    nodeWatch: { joined() {}, left() {} },
    drain: { isDraining: () => false },
    trail: noSocketTrail,
    budgets: createCallBudgets(Date.now),
    clock: Date.now,
    logger,
  })
  const port = await http.listen()
  const { session, epoch } = await addSection()

  async function append(actor: Actor, events: SessionEvent[], to = session) {
    const request = {
      actor,
      commandId: randomUUID(),
      content: null,
      at: Date.now(),
      decide: () => ok(events),
    }
    const appended = await log.append(to, request)
    if (!appended.ok) throw new Error(appended.error.code)
    return { seq: appended.value.lastSeq, entries: appended.value.entries }
  }

  /** Publishes one more section, with as many bidders, from the `first` on. */
  async function addSection(first = 1): Promise<{ session: string; epoch: string }> {
    const id = randomUUID()
    const { epoch } = await log.create({ id, sealIdentity: '', sealRecipient: '' })
    await append(platform, published(first, bidders, opensAt), id)
    return { session: id, epoch }
  }

  return {
    ...{ port, session, epoch, log, append, addSection, readers: http.readers, queued: http.queued },
    head: async () => (await log.head(session)) ?? 0,
    /** When the last entry was appended. */
    appendedAt: () => appendedAt,
    /** Sets the large files that the node reads from now on. */
    nowReading(files: typeof beingRead) {
      beingRead = files
    },
    /** Appends one entry that everybody sees. */
    post: (text: string, to = session) => append(opener, [message(text)], to),
    /** Makes a login for the actor; returns their authorization of the section. */
    tokenFor: (actor: Actor, of = session) => logins.tokenFor(actor, of),
    async close() {
      delivery.close()
      sockets.close()
      await http.close()
    },
  }
}

function published(first: number, bidders: number, opensAt: number): SessionEvent[] {
  const enrolled = Array.from({ length: bidders }, (_, i) => {
    const n = first + i
    return event('BidderEnrolled', { bidderCode: bidderCode(n), name: `投标人${n}`, certificate: '' })
  })
  return [event('TenderPublished', { tender: tender({ opensAt: isoTime(opensAt) }) }), ...enrolled]
}

/** Logins in memory, and the production authenticator that checks them. */
function createMemoryLogins() {
  const tokens = createTokens(randomBytes(32), Date.now)
  const logins = new Map<string, Login>()
  const rows = {
    find: async (id: string) => logins.get(id) ?? null,
    findNow: async (id: string) => logins.get(id) ?? null,
    activeAmong: async (ids: readonly string[]) => new Set(ids.filter((id) => logins.has(id))),
  }
  return {
    authenticator: createAuthenticator(tokens, rows, Date.now),
    async tokenFor(actor: Actor, session: string): Promise<string> {
      const login = randomUUID()
      const expiresAt = new Date(Date.now() + 3_600_000)
      logins.set(login, { loginId: login, expiresAt, actor })
      const userType = userTypeOf(actor.role, standard.userTypes.codes)
      return tokens.issue({ login, session, userType, bidFileId: null }, expiresAt)
    },
  }
}

/** An HTTP server that knows its connections. */
function createHttpServer() {
  const server = createServer()
  const connections = new Set<Socket>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
  })
  return {
    server,
    async listen(): Promise<number> {
      const address = { port: 0, host: '127.0.0.1', backlog: 4096 }
      await new Promise<void>((listening) => server.listen(address, listening))
      return (server.address() as AddressInfo).port
    },
    /** How many connections there are. */
    readers: () => new Promise<number>((answer) => server.getConnections((_, count) => answer(count))),
    /** The most bytes that wait for one connection. */
    queued: () => Math.max(0, ...[...connections].map(({ writableLength }) => writableLength)),
    async close() {
      for (const connection of connections) connection.destroy()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

export function viewerOf({ role, unitCode }: Actor): Viewer {
  return { role, unitCode, seesSupervisor: role !== 'agency' && role !== 'tenderer' }
}

function message(text: string): SessionEvent {
  return event('MessagePosted', { message: text })
}
