import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import pino from 'pino'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { userTypeOf } from '#protocol/user-type.ts'
import type { Login } from '#server/auth/login-rows.ts'
import { createTokens } from '#server/auth/tokens.ts'
import { createMemoryLog } from '#server/log/memory-log.ts'
import { createAuthenticator } from '#server/transport/authenticator.ts'
import { createDelivery, type DeliveryLimits, usualDeliveryLimits } from '#server/transport/delivery.ts'
import { serveSockets } from '#server/transport/socket.ts'
import { bidderCode, opener, platform } from '#test/domain/world.ts'
import { tender } from '#test/support/sample-tender.ts'
import { standard } from '#variants/standard.ts'
import { now } from './process.ts'

export interface DeliveryHallOptions {
  readonly bidders: number
  readonly limits?: Partial<DeliveryLimits>
}

export type DeliveryHall = Awaited<ReturnType<typeof openDeliveryHall>>

/**
 * The server's own transport (sockets, authentication, delivery) over a log in memory, in this process: a published section
 * with its bidders enrolled. Logins live in memory; everything else is what the server composes.
 */
export async function openDeliveryHall({ bidders, limits = {} }: DeliveryHallOptions) {
  const random = (length: number) => randomBytes(length)
  const log = createMemoryLog(random)
  const tokens = createTokens(random(32), Date.now)
  const logins = new Map<string, Login>()
  const authenticator = createAuthenticator(
    tokens,
    {
      find: async (id) => logins.get(id) ?? null,
      activeAmong: async (ids) => new Set(ids.filter((id) => logins.has(id))),
    },
    Date.now,
  )
  let appendedAt = 0
  let beingRead: readonly { fileId: string; percent: number }[] = []
  // Before the delivery subscribes to the log.
  log.onAppended(() => {
    appendedAt = now()
  })
  const delivery = createDelivery(log, viewerOf, pino({ level: 'silent' }), {
    ...usualDeliveryLimits,
    ...limits,
  })
  const http = createServer()
  const lines = new Set<Socket>()
  http.on('connection', (line) => {
    lines.add(line)
    line.on('close', () => lines.delete(line))
  })
  const sockets = serveSockets(http, {
    authenticator,
    authority: { submit: async (asked) => ok(await append(asked.actor, [message('a command')])) },
    log,
    delivery,
    bidFileProcessor: { progress: () => beingRead },
    nodeWatch: { joined() {}, left() {} },
    drain: { isDraining: () => false },
    clock: Date.now,
    logger: pino({ level: 'silent' }),
  })
  await new Promise<void>((listening) =>
    http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, listening),
  )

  const session = randomUUID()
  const { epoch } = await log.create({ id: session, sealIdentity: '', sealRecipient: '' })
  await append(platform, [
    event('TenderPublished', { tender: tender() }),
    ...Array.from({ length: bidders }, (_, i) =>
      event('BidderEnrolled', { bidderCode: bidderCode(i + 1), name: `投标人${i + 1}`, certificate: '' }),
    ),
  ])

  async function append(actor: Actor, events: SessionEvent[]) {
    const request = { actor, commandId: randomUUID(), at: Date.now(), decide: () => ok(events) }
    const appended = await log.append(session, request)
    if (!appended.ok) throw new Error(appended.error.code)
    return { seq: appended.value.lastSeq, entries: appended.value.entries }
  }

  return {
    port: (http.address() as AddressInfo).port,
    session,
    epoch,
    log,
    append,
    head: async () => (await log.head(session)) ?? 0,
    /** When the last entry stood in the log. */
    appendedAt: () => appendedAt,
    /** The large files that the node reads from now on. */
    nowReading(files: typeof beingRead) {
      beingRead = files
    },
    /** Appends one entry that everybody sees. */
    post: (text: string) => append(opener, [message(text)]),
    /** A login of its own for the actor; the authorization of the section. */
    async tokenFor(actor: Actor): Promise<string> {
      const loginId = randomUUID()
      const expiresAt = new Date(Date.now() + 3_600_000)
      logins.set(loginId, { loginId, expiresAt, actor })
      const claims = {
        login: loginId,
        session,
        userType: userTypeOf(actor.role, standard.userTypes.codes),
        bidFileId: null,
      }
      return tokens.issue(claims, expiresAt)
    },
    /** How many connections there are. */
    readers: () => new Promise<number>((answer) => http.getConnections((_, count) => answer(count))),
    /** Bytes that wait for the reader who takes least. */
    queued: () => Math.max(0, ...[...lines].map(({ writableLength }) => writableLength)),
    async close() {
      delivery.close()
      sockets.close()
      for (const line of lines) line.destroy()
      await new Promise<void>((closed) => http.close(() => closed()))
    },
  }
}

export function viewerOf({ role, unitCode }: Actor): Viewer {
  return { role, unitCode, seesSupervisor: role !== 'agency' && role !== 'tenderer' }
}

function message(text: string): SessionEvent {
  return event('MessagePosted', { message: text })
}
