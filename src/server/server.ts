import { watchRevocations } from './auth/revocations.ts'
import { createClockReport } from './clock/clock-gate.ts'
import { type Embedded, startEmbedded } from './db/embedded.ts'
import { startPeriodicCleanup } from './files/periodic-cleanup.ts'
import { type OperatorPort, openOperatorPort } from './health/operator-port.ts'
import type { Node } from './node.ts'
import { openConnections } from './open-connections.ts'
import { type OpenServices, openServices } from './open-services.ts'
import type { Services } from './services.ts'
import { revocationsIn } from './trail/revocations.ts'
import { recordSettingChanges } from './trail/setting-changes.ts'
import { listen } from './transport/listen.ts'

/** Connections waiting to be accepted: after an outage thousands reconnect at once, and a refused one retries later. */
const connectionBacklog = 4096

/** An upload that has not grown for this long was interrupted, here or on another node. */
const unfinishedMilliseconds = 3_600_000

/** How often the machine's clock is compared with the database's. */
const clockReportMilliseconds = 5000

interface Started {
  readonly url: string
  /** Of the operator's port. */
  readonly operatorUrl: string | null
  stop(): Promise<void>
}

/** Starts one node on its database, or on an embedded one. */
export async function startServer(node: Node): Promise<Started> {
  const { settings, logger } = node
  const embedded =
    settings.databaseUrl === null
      ? await (node.embedded ?? startEmbedded(settings.dataDir, (line) => logger.info(line)))
      : null
  try {
    return await startNode(node, embedded)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Ends what a try or a demo left: logins that prove nothing, or that a published password opened (ACC-10). */
async function endClosedLogins(
  { settings: { testAccounts, demo }, loginRows }: Pick<Services, 'settings' | 'loginRows'>,
  revoked: ReturnType<typeof revocationsIn>,
): Promise<void> {
  if (!testAccounts) await revoked(await loginRows.endAllVia(['test']), 'TEST_ACCOUNTS', 'login-way-closed')
  if (!demo) await revoked(await loginRows.endAllVia(['demo']), 'DEMO', 'login-way-closed')
}

async function startNode(node: Node, embedded: Embedded | null): Promise<Started> {
  const { settings, hallClock, clock, testClock, logger, pages } = node
  const opened = await openServices(node, settings.databaseUrl ?? embedded?.url ?? '')
  const { services, nodeWatch, outbox } = opened
  const { authority, attachments, bidFileProcessor, files, loginRows, reportRenderer, storedBids, trust } =
    services
  const connections = await openConnections(opened, pages)
  const { app, drain, dropLogin, sendHeartbeats, closeSockets } = connections
  const revoked = revocationsIn(services.trail, services.callers)
  const revocations = watchRevocations({
    ...{ trust, clock, logger, logins: loginRows, drop: dropLogin },
    revoked: (loginIds) => revoked(loginIds, 'REVOCATION_LISTS', 'certificate-revoked'),
  })
  testClock?.onLeap(async () => {
    await authority.setTimers()
    await sendHeartbeats()
  })
  await recordSettingChanges(services.database, services.trail, {
    settings,
    wrappingKeyId: opened.wrappingKeyId,
  })
  await endClosedLogins(services, revoked)
  await nodeWatch.start()
  await authority.start()
  // The start itself does this for the outages before it.
  nodeWatch.onOutage(authority.prolongWindows)
  outbox.start()
  const reportClock = createClockReport(hallClock, logger)
  reportClock()
  const clockReports = setInterval(reportClock, clockReportMilliseconds)
  const discardUnfinished = () => files.discardUnfinished(clock() - unfinishedMilliseconds)
  const cleanup = startPeriodicCleanup(
    [attachments.removeExpired, discardUnfinished, nodeWatch.removeOld, storedBids.removeLeft],
    logger,
  )
  const operator = await openOperator(node, opened, connections)
  const { port, host } = settings
  const listening = await listen(app, { port, host, backlog: connectionBacklog })

  return {
    operatorUrl: operator?.url ?? null,
    url: `http://${host}:${listening.port}`,
    async stop() {
      clearInterval(clockReports)
      await operator?.close()
      authority.stop()
      drain.start()
      listening.close()
      // From here on this node counts as unavailable.
      await nodeWatch.stop()
      closeSockets()
      await drain.finished()
      await bidFileProcessor.stop()
      await reportRenderer.stop()
      revocations.stop()
      await cleanup.stop()
      drain.terminateRest()
      await app.close()
      await outbox.stop()
      await opened.close()
      await embedded?.stop()
    },
  }
}

/** The operator's port, where a setting gives one. */
async function openOperator(
  { settings, hallClock, clock }: Node,
  { services, waitingLines }: OpenServices,
  { sockets, counts }: Awaited<ReturnType<typeof openConnections>>,
): Promise<OperatorPort | null> {
  if (settings.operator === null) return null
  const { database, bidFileProcessor, reportRenderer } = services
  const queues = {
    bidFiles: bidFileProcessor.waiting,
    reports: reportRenderer.waiting,
    trail: waitingLines,
  }
  const parts = {
    ...{ pool: database.pool, databaseUrl: database.url, hallClock, clock, queues, sockets },
    folder: settings.dataDir,
    isKeyBesideData: settings.key.besideData,
  }
  return openOperatorPort(settings.operator, parts, counts)
}
