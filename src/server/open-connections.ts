import type { FastifyInstance } from 'fastify'
import { isoTime } from '#lib/time.ts'
import { version } from '#lib/version.ts'
import { calls } from '#protocol/calls.ts'
import { seesCount } from './calls/published-sections.ts'
import { regionFor } from './calls/section-list.ts'
import { clockStanding } from './clock/clock-gate.ts'
import { createFailureLog } from './failure-log.ts'
import { handlersOf } from './handlers.ts'
import type { Counts } from './health/metrics.ts'
import { readStanding } from './history/section-standing.ts'
import type { OpenServices } from './open-services.ts'
import type { Services } from './services.ts'
import { limitAddresses } from './transport/address-limit.ts'
import { createApp } from './transport/app.ts'
import { createCallBudgets } from './transport/call-budgets.ts'
import { createConnectionDrain } from './transport/connection-drain.ts'
import { limitConnections } from './transport/connection-limits.ts'
import { createDelivery } from './transport/delivery.ts'
import { healthOperation, sharedCheck } from './transport/health.ts'
import { readSession } from './transport/open-session.ts'
import { servePages } from './transport/pages.ts'
import { createRecentQuestions } from './transport/recent-questions.ts'
import { isCall, mountCalls } from './transport/rest.ts'
import { serveSectionListChannel } from './transport/section-list-channel.ts'
import { serveSockets } from './transport/socket.ts'
import { createSocketTrail } from './transport/socket-trail.ts'
import { createTrailHooks } from './transport/trail-hooks.ts'
import { serveWatchChannel } from './transport/watch-channel.ts'
import { findRunning } from './watch/running-sections.ts'
import { createWall } from './watch/wall.ts'

/** The HTTP server with the calls, the sockets and the client's `pages`; does not listen yet. */
export async function openConnections(
  { services: core, nodeWatch, authenticator }: OpenServices,
  pages: string,
) {
  const { settings, clock, logger, database, log, authority, bidFileProcessor, platform } = core
  const failures = createFailureLog(logger, clock)
  const budgets = createCallBudgets(clock)
  const app = await createApp(logger, settings.origins, failures, budgets)
  const answers = countAnswers(app)
  const drain = createConnectionDrain(app)
  const { previews, viewerOf } = core
  const questions = createRecentQuestions(clock)
  app.addHook('onRequest', async (request) => {
    if (isCall(request)) questions.asked()
  })
  const delivery = createDelivery({ log, previews, questions, viewerOf, logger })
  const trail = createSocketTrail(core.trail, core.callers)
  const sockets = serveSockets(
    app.server,
    {
      ...{ authenticator, authority, log, previews, viewerOf, delivery, questions },
      ...{ bidFileProcessor, nodeWatch, drain, trail, budgets, clock, logger },
    },
    settings.origins,
  )
  const sectionListChannel = serveSectionListChannel(sockets.io, sockets.guards, {
    ...{ authenticator, log, database, budgets, trail, clock, logger },
    addressOf: sockets.addressOf,
    seesCount: (actor, opensAt) => seesCount(actor, settings.variant.hall, opensAt, clock()),
  })
  const wall = createWall({ running: (now) => findRunning(database, now), log, clock, failures, viewerOf })
  const watchChannel = serveWatchChannel(sockets.io, sockets.guards, {
    ...{ authenticator, log, wall, budgets, trail, clock, logger },
    addressOf: sockets.addressOf,
  })
  function dropLogin(loginId: string): void {
    sockets.drop(loginId)
    sectionListChannel.drop(loginId)
    watchChannel.drop(loginId)
  }
  const services: Services = { ...core, wall, dropLogin }
  mountCalls(app, calls, handlersOf(services), {
    authenticator,
    platform,
    ...{ budgets, failures },
    trail: createTrailHooks(core.trail, core.callers),
    session: (id, actor) => readSession(core, id, actor),
    standing: (id, actor) => readStanding(database, id, actor),
  })
  serveHealth(app, services)
  limitConnections(app.server)
  const { connectionsPerAddress: most, origins } = settings
  limitAddresses(app.server, sockets.io, { most, proxies: origins.proxies, trail })
  await servePages(app, pages, (request) => regionFor(request, settings))

  return {
    app,
    drain,
    dropLogin,
    sendHeartbeats: sockets.sendHeartbeats,
    sockets: () => sockets.io.engine.clientsCount,
    /** What the node has counted since it started. */
    counts: (): Counts => ({ answers, budgets: budgets.remembered() }),
    closeSockets(): void {
      delivery.close()
      sectionListChannel.close()
      watchChannel.close()
      sockets.close()
    },
  }
}

/** Counts answered requests by the first digit of their status; call it before any route. */
function countAnswers(app: FastifyInstance): ReadonlyMap<string, number> {
  const answers = new Map<string, number>()
  app.addHook('onResponse', async (_request, { statusCode }) => {
    const [status = ''] = String(statusCode)
    answers.set(status, (answers.get(status) ?? 0) + 1)
  })
  return answers
}

/** A node that is too far off to take commands is no use to a load balancer (DBC-3). */
function serveHealth(app: FastifyInstance, { database, clock, hallClock }: Services): void {
  const databaseAnswers = sharedCheck(() => database.pool.query('select 1'))
  app.get('/healthz', { schema: healthOperation }, async (_request, reply) => {
    await databaseAnswers()
    const standing = clockStanding(hallClock)
    if (standing === 'far off') reply.status(503)
    return {
      status: standing === 'right' ? 'ok' : 'clock-off',
      version,
      time: isoTime(clock()),
      clockAheadMilliseconds: hallClock.machineAhead(),
    }
  })
}
