import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Actor, Viewer } from '#domain/actor.ts'
import type { Clock, Random } from '#lib/ports.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import { calls } from '#protocol/calls.ts'
import { createAccounts } from './auth/accounts.ts'
import { loadKeys } from './auth/keys.ts'
import { callLimits } from './auth/throttle.ts'
import { createTokens } from './auth/tokens.ts'
import { accessHandlers } from './calls/access.ts'
import { endingHandlers } from './calls/ending.ts'
import { hallHandlers } from './calls/hall.ts'
import { logHandlers } from './calls/log.ts'
import { objectionHandlers } from './calls/objections.ts'
import { openingHandlers } from './calls/opening.ts'
import { platformHandlers } from './calls/platform.ts'
import { submissionHandlers } from './calls/submission.ts'
import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { openFileStore } from './files/file-store.ts'
import { openPostgresLog } from './log/postgres-log.ts'
import type { Services } from './services.ts'
import { createAuthority } from './session/authority.ts'
import type { Settings } from './settings.ts'
import { createApp } from './transport/app.ts'
import { createDoorkeeper } from './transport/doorkeeper.ts'
import { createHub } from './transport/hub.ts'
import { servePages } from './transport/pages.ts'
import { mountCalls } from './transport/rest.ts'
import { serveSockets } from './transport/socket.ts'

/** Each takes about three times its file's size in memory. */
const filesOpenedAtOnce = 4

/** Connections that wait to be taken: after a cut thousands come back at once, and who is turned away waits a second. */
const connectionBacklog = 4096

export interface Node {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** Folder of the built client. */
  readonly pages: string
}

/** Composes one node and starts it; everything it needs to know is in the database and in its settings. */
export async function startServer(node: Node): Promise<{ url: string; stop(): Promise<void> }> {
  const { settings, clock, random, logger } = node
  const embedded =
    settings.databaseUrl === null ? await startEmbedded(settings.dataDir, (line) => logger.info(line)) : null
  const database = await openDatabase(settings.databaseUrl ?? embedded?.url ?? '')
  const log = await openPostgresLog(database, { random })
  const keys = await loadKeys(database, random)
  const accounts = createAccounts(database, clock, random)
  if (settings.platformPassword !== null) await accounts.ensure(platformAccount(settings.platformPassword))
  const files = await openFileStore(join(settings.dataDir, 'files'))
  const { rules } = settings.variant
  const workshop = {
    files,
    rules,
    opening: createTurnstile(filesOpenedAtOnce),
    sealIdentity: (id: string) => log.sealIdentity(id),
  }
  const authority = createAuthority(log, workshop, clock, logger)
  const tokens = createTokens(keys.tokenSecret, clock)
  const doorkeeper = createDoorkeeper(tokens, accounts)
  const viewerOf = (actor: Actor): Viewer => ({
    role: actor.role,
    unitCode: actor.unitCode,
    seesSupervisor: !rules.supervisorHiddenFrom.includes(actor.role),
  })

  const app = await createApp(logger)
  const hub = createHub(log, viewerOf, logger)
  const sockets = serveSockets(app.server, { doorkeeper, authority, log, hub, clock, logger })
  const services: Services = {
    ...{ settings, clock, random, logger, database, keys, accounts, tokens, files, log, authority, viewerOf },
    dropLogin: (loginId) => sockets.drop(loginId),
  }
  mountCalls(app, calls, handlersOf(services), {
    doorkeeper,
    limits: callLimits,
    async session(id) {
      const known = await log.state(id)
      return known && { id, ...known }
    },
  })
  app.get('/healthz', { schema: healthSchema }, async () => {
    await database.pool.query('select 1')
    return { status: 'ok', time: new Date(clock()).toISOString() }
  })
  await servePages(app, node.pages)
  await authority.start()
  await app.listen({ port: settings.port, host: settings.host, backlog: connectionBacklog })

  return {
    url: `http://${settings.host}:${(app.server.address() as AddressInfo).port}`,
    async stop() {
      authority.stop()
      hub.close()
      await sockets.close()
      await app.close()
      await log.close()
      await database.close()
      await embedded?.stop()
    },
  }
}

const healthSchema = {
  summary: 'Whether this node answers and reaches its database',
  response: { 200: z.strictObject({ status: z.literal('ok'), time: z.iso.datetime() }) },
}

function handlersOf(services: Services) {
  return {
    ...accessHandlers(services),
    ...hallHandlers(services),
    ...logHandlers(services),
    ...submissionHandlers(services),
    ...openingHandlers(services),
    ...objectionHandlers(services),
    ...endingHandlers(services),
    ...platformHandlers(services),
  }
}

function platformAccount(password: string) {
  return { userCode: 'platform', password, role: 'platform', name: '交易平台', unitCode: null } as const
}
