import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import type { Rules } from '#domain/session/rules.ts'
import type { Clock, Random } from '#lib/ports.ts'
import { calls } from '#protocol/calls.ts'
import { createAccounts } from './auth/accounts.ts'
import { createCaptcha } from './auth/captcha.ts'
import { createCertificateChallenge } from './auth/certificate-challenge.ts'
import { loadKeys } from './auth/keys.ts'
import { createLoginRows } from './auth/login-rows.ts'
import { createLoginThrottle } from './auth/login-throttle.ts'
import { createLogins } from './auth/logins.ts'
import { createQrCodes } from './auth/qr.ts'
import { watchRevocations } from './auth/revocations.ts'
import { createSingleUse } from './auth/single-use.ts'
import { callLimits } from './auth/throttle.ts'
import { createTokens } from './auth/tokens.ts'
import { createTrustKeeper } from './auth/trust-keeper.ts'
import { accessHandlers } from './calls/access.ts'
import { bidFileHandlers } from './calls/bid-files.ts'
import { captchaHandlers } from './calls/captcha.ts'
import { certificateHandlers } from './calls/certificates.ts'
import { outcomeHandlers } from './calls/command.ts'
import { letterHandlers } from './calls/commitment-letter.ts'
import { drawHandlers } from './calls/draws.ts'
import { endingHandlers } from './calls/ending.ts'
import { hallHandlers } from './calls/hall.ts'
import { seesCount } from './calls/hall-list.ts'
import { logHandlers } from './calls/log.ts'
import { objectionHandlers } from './calls/objections.ts'
import { openingHandlers } from './calls/opening.ts'
import { personnelHandlers } from './calls/personnel.ts'
import { platformHandlers } from './calls/platform.ts'
import { qrHandlers } from './calls/qr.ts'
import { shellHandlers } from './calls/shell.ts'
import { signOnHandlers } from './calls/sign-on.ts'
import { submissionHandlers } from './calls/submission.ts'
import { tenderFileHandlers } from './calls/tender-files.ts'
import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { openFileStore } from './files/file-store.ts'
import { sweepForgotten } from './files/sweep.ts'
import { createToolTickets } from './files/tool-tickets.ts'
import { createNodeWatch } from './health/node-watch.ts'
import { standingIn } from './history/standing.ts'
import { openPostgresLog } from './log/postgres-log.ts'
import { createAttachments } from './objections/attachments.ts'
import { createClaims } from './opening/claims.ts'
import { createFileOpener } from './opening/file-opener.ts'
import { createOpeningPool } from './opening/pool.ts'
import { createPlatformGate } from './platform/gate.ts'
import { loadHallKey } from './platform/hall-key.ts'
import { loadPlatformKeys } from './platform/keys.ts'
import { createOutbox } from './platform/outbox.ts'
import { createUsedTokens } from './platform/used-tokens.ts'
import { createPrinter, printerLimits } from './reports/printer.ts'
import type { Services } from './services.ts'
import { createAuthority } from './session/authority.ts'
import type { Settings } from './settings.ts'
import { createApp } from './transport/app.ts'
import { createDoorkeeper } from './transport/doorkeeper.ts'
import { serveHallChannel } from './transport/hall-channel.ts'
import { createHub } from './transport/hub.ts'
import { createLastCalls } from './transport/last-calls.ts'
import { openSession } from './transport/open-session.ts'
import { servePages } from './transport/pages.ts'
import { mountCalls } from './transport/rest.ts'
import { serveSockets } from './transport/socket.ts'

/** Worker threads for opening bid files: two at least, so that a large one never keeps all others waiting. */
const filesOpenedAtOnce = Math.max(2, availableParallelism() - 1)

/** Connections that wait to be taken: after a cut thousands come back at once, and who is turned away waits a second. */
const connectionBacklog = 4096

/** An upload that nothing has been written of for so long broke off, here or on another node. */
const unfinishedMilliseconds = 3_600_000

export interface Node {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** Folder of the built client. */
  readonly pages: string
}

interface Started {
  readonly url: string
  stop(): Promise<void>
}

/** Starts one node; everything it needs to know is in the database and in its settings. */
export async function startServer(node: Node): Promise<Started> {
  const { settings, logger } = node
  const embedded =
    settings.databaseUrl === null ? await startEmbedded(settings.dataDir, (line) => logger.info(line)) : null
  try {
    return await compose(node, embedded)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

async function compose(
  { settings, clock, random, logger, pages }: Node,
  embedded: Awaited<ReturnType<typeof startEmbedded>> | null,
): Promise<Started> {
  const database = await openDatabase(settings.databaseUrl ?? embedded?.url ?? '')
  const log = await openPostgresLog(database, { random })
  const keys = await loadKeys(database, random)
  const accounts = createAccounts(database, random)
  const files = await openFileStore(join(settings.dataDir, 'files'))
  const attachments = createAttachments({
    ...{ database, log, clock },
    files: await openFileStore(join(settings.dataDir, 'objections')),
  })
  const rules: Rules = settings.variant.rules
  const trust = await createTrustKeeper(settings, clock, logger)
  const workshop = {
    rules,
    trust,
    attachments,
    sectionState: async (id: string) => (await log.state(id))?.unredactedState ?? null,
  }
  const opener = createFileOpener({
    ...{ log, files, rules, clock, logger },
    pool: createOpeningPool(),
    claims: createClaims(database.url),
    places: filesOpenedAtOnce,
  })
  const watch = createNodeWatch(database.url, clock, logger)
  const authority = createAuthority(log, workshop, clock, logger, opener.look, watch.health)
  const tokens = createTokens(keys.tokenSecret, clock)
  const { codes, actAsOpener } = settings.variant.userTypes
  const loginRows = createLoginRows(database, clock, actAsOpener)
  const logins = createLogins({ rows: loginRows, tokens, codes, clock, random })
  const singleUse = createSingleUse(database, clock)
  const captcha = createCaptcha(singleUse, clock, random)
  const certificateChallenge = createCertificateChallenge(singleUse, clock, random)
  const loginThrottle = createLoginThrottle(database, clock)
  const doorkeeper = createDoorkeeper(tokens, loginRows, clock)
  const viewerOf = (actor: Actor): Viewer => ({
    role: actor.role,
    unitCode: actor.unitCode,
    seesSupervisor: !rules.supervisorHiddenFrom.includes(actor.role),
  })

  const platformKeys = await loadPlatformKeys(settings)
  const platform = createPlatformGate(platformKeys, createUsedTokens(database, clock), clock)
  const hallKey = await loadHallKey(database)
  const outbox = createOutbox({
    ...{ database, log, clock, logger, fetch },
    key: hallKey,
    url: settings.platformUrl,
  })

  const app = await createApp(logger, settings.origins)
  const lastCalls = createLastCalls(app)
  const hub = createHub(log, viewerOf, logger)
  const sockets = serveSockets(
    app.server,
    { doorkeeper, authority, log, hub, opener, watch, lastCalls, clock, logger },
    settings.origins,
  )
  const hallChannel = serveHallChannel(sockets.io, {
    ...{ doorkeeper, log, database, clock, logger },
    seesCount: (actor, opensAt) => seesCount(actor, settings.variant.hall, opensAt, clock()),
  })
  const printer = createPrinter(
    undefined,
    printerLimits(settings.variant.laterSteps.reportTimeoutMilliseconds),
  )
  const qrCodes = createQrCodes(database, clock, random)
  const services: Services = {
    ...{
      settings,
      clock,
      random,
      logger,
      database,
      keys,
      toolTickets: createToolTickets(keys.tokenSecret, clock, settings.variant.files.launcher),
      accounts,
      logins,
      loginRows,
      captcha,
      certificateChallenge,
      trust,
      qrCodes,
      loginThrottle,
      files,
      attachments,
      log,
      authority,
      opener,
      printer,
      viewerOf,
      platform,
      hallKey,
    },
    dropLogin(loginId) {
      sockets.drop(loginId)
      hallChannel.drop(loginId)
    },
  }
  const revocations = watchRevocations({
    ...{ trust, clock, logger, logins: loginRows },
    drop: services.dropLogin,
  })
  mountCalls(app, calls, handlersOf(services), {
    doorkeeper,
    platform,
    limits: callLimits,
    async session(id, actor) {
      const known = await log.state(id)
      return known && openSession(id, known, viewerOf(actor))
    },
    standing: (id, actor) => standingIn(database, id, actor),
  })
  app.get('/healthz', { schema: healthSchema }, async () => {
    await database.pool.query('select 1')
    return { status: 'ok', time: new Date(clock()).toISOString() }
  })
  await servePages(app, pages)
  await watch.start()
  await authority.start()
  outbox.start()
  const discardUnfinished = () => files.discardUnfinished(clock() - unfinishedMilliseconds)
  const sweeping = sweepForgotten([attachments.sweep, discardUnfinished, watch.forget], logger)
  await app.listen({ port: settings.port, host: settings.host, backlog: connectionBacklog })

  return {
    url: `http://${settings.host}:${(app.server.address() as AddressInfo).port}`,
    async stop() {
      authority.stop()
      lastCalls.refuseNew()
      // From here on the hall is not there for anybody.
      await watch.stop()
      hub.close()
      hallChannel.close()
      sockets.close()
      await lastCalls.over()
      await opener.stop()
      await printer.stop()
      revocations.stop()
      await sweeping.stop()
      // Whoever is still there is cut off.
      lastCalls.cutOff()
      await app.close()
      await outbox.stop()
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
    ...outcomeHandlers(calls, services.authority),
    ...accessHandlers(services),
    ...qrHandlers(services),
    ...captchaHandlers(services),
    ...certificateHandlers(services),
    ...hallHandlers(services),
    ...logHandlers(services),
    ...submissionHandlers(services),
    ...shellHandlers(services),
    ...openingHandlers(services),
    ...bidFileHandlers(services),
    ...tenderFileHandlers(services),
    ...personnelHandlers(services),
    ...drawHandlers(services),
    ...letterHandlers(services),
    ...objectionHandlers(services),
    ...endingHandlers(services),
    ...platformHandlers(services),
    ...signOnHandlers(services),
  }
}
