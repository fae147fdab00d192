import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { createAccounts } from './auth/accounts.ts'
import { createCaptcha } from './auth/captcha.ts'
import { createCertificateChallenge } from './auth/certificate-challenge.ts'
import { type Keys, loadKeys } from './auth/keys.ts'
import { createLoginOwners } from './auth/login-owners.ts'
import { createLoginRows } from './auth/login-rows.ts'
import { createLoginThrottle } from './auth/login-throttle.ts'
import { createLogins } from './auth/logins.ts'
import { createPasswords, testCost } from './auth/password.ts'
import { createQrCodes } from './auth/qr.ts'
import { createSignCodes } from './auth/sign-codes.ts'
import { createSingleUse } from './auth/single-use.ts'
import { createTokens } from './auth/tokens.ts'
import { createTrustStore } from './auth/trust-store.ts'
import { createBidFileProcessor } from './bid-file-processor/bid-file-processor.ts'
import { createClaims } from './bid-file-processor/claims.ts'
import { createWorkerPool } from './bid-file-processor/worker-pool.ts'
import { createClockGate } from './clock/clock-gate.ts'
import { createHallTime, readPrecisely } from './clock/hall-time.ts'
import { readClock } from './clock/read-clock.ts'
import { type Database, openDatabase } from './db/database.ts'
import { openFileStore } from './files/file-store.ts'
import { createStoredBids } from './files/stored-bids.ts'
import { createToolTickets } from './files/tool-tickets.ts'
import { createNodeWatch } from './health/node-watch.ts'
import { beginLogMarks } from './log/begin-marks.ts'
import { openPostgresLog } from './log/postgres-log.ts'
import { createPreviews } from './log/previews.ts'
import { readerOf } from './log/session-log-reader.ts'
import type { Node } from './node.ts'
import { createAttachments } from './objections/attachments.ts'
import { createEvaluationDesk } from './platform/evaluation-desk.ts'
import { loadHallKey } from './platform/hall-key.ts'
import { loadPlatformKeys } from './platform/keys.ts'
import { createOutbox } from './platform/outbox.ts'
import { createPlatformAuthenticator } from './platform/platform-authenticator.ts'
import { createReported } from './platform/reported.ts'
import { createUsedTokens } from './platform/used-tokens.ts'
import { createFiledDocuments } from './reports/filed-documents.ts'
import { createFreezeRecord } from './reports/freeze-record.ts'
import { loadDocumentSigner } from './reports/hall-certificate.ts'
import { createReportRenderer, type ReportRenderer, rendererLimits } from './reports/report-renderer.ts'
import { createRecordSealer } from './reports/seal-record.ts'
import { beginRowMarks } from './secrets/begin-row-marks.ts'
import { openHallSecrets } from './secrets/hall-secrets.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Services } from './services.ts'
import { createAuthority, type SeqFor } from './session/authority.ts'
import { alarmOfAlteredLog, alarmOfForgedRow } from './trail/altered-logs.ts'
import { createLineAppender } from './trail/append-lines.ts'
import { createCallers } from './trail/callers.ts'
import { revocationsIn } from './trail/revocations.ts'
import { createTrail, type Trail } from './trail/trail.ts'
import { createAuthenticator } from './transport/authenticator.ts'

/** Bid files opened at once: at least two, so that a large one does not delay all others. */
const filesOpenedAtOnce = Math.max(2, availableParallelism() - 1)

/** The quickest of a few answers is at least half as far off as one. */
const readingsAtStart = 5

export type OpenServices = Awaited<ReturnType<typeof openServices>>

/** Opens everything that a node's connections use; periodic work begins only when `server.ts` starts it. */
export async function openServices(node: Node, databaseUrl: string) {
  const { settings, hallClock, clock, random, logger } = node
  const database = await openDatabase(databaseUrl)
  await readClock(database.pool, hallClock, readingsAtStart)
  const secrets = await openHallSecrets(settings, database, random, logger)
  if (settings.key.besideData)
    logger.warn(
      { key: settings.key.file },
      'the key lies beside the data that it protects: whoever copies DATA_DIR has both. Put it elsewhere with KEY_FILE or KEY_SOCKET',
    )
  if (settings.platformKey === null && !settings.demo)
    logger.warn('without PLATFORM_KEY no trading platform can publish a section or give anybody an account')
  await beginLogMarks(settings.dataDir, database, secrets, logger)
  await beginRowMarks(settings.dataDir, database, secrets, logger)
  const keys = await loadKeys(secrets, random)
  const trail = createTrail({ append: createLineAppender(database), clock, logger })
  const { reportTimeoutMilliseconds } = settings.variant.laterSteps
  const reportRenderer = createReportRenderer(undefined, rendererLimits(reportTimeoutMilliseconds))
  const sessions = await openSessions(node, database, secrets, { reportRenderer, trail })
  const logins = openLogins(node, database, secrets, { keys, trail })
  const platform = await openPlatform(node, database, secrets, sessions.services)
  const services: Omit<Services, 'dropLogin' | 'wall'> = {
    ...{ settings, hallClock, clock, random, logger, database, keys, trail },
    sectionKeys: secrets.sections,
    ...logins.services,
    ...sessions.services,
    ...platform.services,
    toolTickets: createToolTickets(keys.tokenSecret, clock, settings.variant.files.launcher),
    reportRenderer,
    filedDocuments: createFiledDocuments(sessions.services),
  }
  return {
    services,
    wrappingKeyId: secrets.wrappingKeyId(),
    nodeWatch: sessions.nodeWatch,
    authenticator: logins.authenticator,
    outbox: platform.outbox,
    waitingLines: trail.waiting,
    /** Closes the log and the database, after everything that uses them. */
    async close(): Promise<void> {
      await trail.stop()
      await sessions.close()
      await database.close()
    },
  }
}

/** The log, the authority that alone appends to it, and the stores of the files that entries refer to. */
async function openSessions(
  { settings, hallClock, clock, testClock, random, logger }: Node,
  database: Database,
  secrets: Secrets,
  { reportRenderer, trail }: { reportRenderer: ReportRenderer; trail: Trail },
) {
  const appendable = await openPostgresLog(database, {
    ...{ keys: secrets.sections, random, now: hallClock.now },
    readClock: (db) => readPrecisely(hallClock, () => readClock(db, hallClock)),
    onAltered: alarmOfAlteredLog(trail, logger),
  })
  const log = readerOf(appendable)
  const rules = rulesOf(settings.variant)
  const viewerOf = ({ role, unitCode }: Actor): Viewer => {
    return { role, unitCode, seesSupervisor: !rules.supervisorHiddenFrom.includes(role) }
  }
  const previews = createPreviews(log)
  const seqFor: SeqFor = (id, actor, seq, known) => previews.seqFor(id, viewerOf(actor), seq, known)
  const files = await openFileStore(join(settings.dataDir, 'files'))
  const attachments = createAttachments({
    ...{ database, log, clock },
    files: await openFileStore(join(settings.dataDir, 'objections')),
  })
  const trust = await createTrustStore(settings, clock, logger)
  const sectionState = async (id: string): Promise<SessionState | null> =>
    (await log.state(id))?.unredactedState ?? null
  const { timeZone } = settings.variant
  const making = { log, files, reportRenderer, clock, timeZone }
  const reported = createReported(database, secrets.marks)
  const freezeRecord = createFreezeRecord({ ...making, depositsOf: reported.deposits })
  const signCodes = createSignCodes(database, clock)
  const preparation = {
    ...{ rules, trust, attachments, sectionState, freezeRecord },
    signCodes,
  }
  const nodeWatch = createNodeWatch(database.url, hallClock, {
    ...{ marks: secrets.marks, logger },
    onForged: alarmOfForgedRow(trail),
  })
  const health = testClock?.translated(nodeWatch.health) ?? nodeWatch.health
  const read = () => readClock(database.pool, hallClock)
  const hallTime = createHallTime(clock, hallClock, read, createClockGate(hallClock, read))
  const authority = createAuthority(appendable, preparation, clock, logger, health, hallTime, seqFor)
  const bidFileProcessor = createBidFileProcessor({
    ...{ log, files, decide: authority.decide, logger },
    pool: createWorkerPool(),
    claims: createClaims(database.url),
    places: filesOpenedAtOnce,
  })
  authority.onState(bidFileProcessor.update)
  const signer = await loadDocumentSigner(secrets, clock, random)
  const recordSealer = createRecordSealer({ ...making, authority, signer, logger })
  authority.onState(recordSealer.update)
  const createSession = appendable.create
  const services = {
    log,
    previews,
    viewerOf,
    createSession,
    files,
    reported,
    storedBids: createStoredBids({ database, files, log }),
    attachments,
    trust,
    signCodes,
    authority,
    bidFileProcessor,
    recordSealer,
  }
  return { services, nodeWatch, close: appendable.close }
}

function openLogins(
  { settings, clock, random }: Node,
  database: Database,
  { marks, pepper }: Secrets,
  { keys, trail }: { keys: Keys; trail: Trail },
) {
  const tokens = createTokens(keys.tokenSecret, clock)
  const { codes, actAsOpener } = settings.variant.userTypes
  const loginRows = createLoginRows(database, marks, clock, actAsOpener)
  const singleUse = createSingleUse(database, marks, clock)
  const passwords = createPasswords(random, pepper, settings.testAccounts ? testCost : undefined)
  const accounts = createAccounts(database, passwords, marks)
  const callers = createCallers({ tokens, accounts, ownerOf: createLoginOwners(database, actAsOpener) })
  const revoked = revocationsIn(trail, callers)
  const services = {
    ...{ loginRows, accounts, callers },
    logins: createLogins({
      ...{ rows: loginRows, tokens, codes, clock, random },
      stolen: (loginId) => revoked([loginId], 'refresh', 'refresh-token-reused'),
    }),
    captcha: createCaptcha(singleUse, clock, random),
    certificateChallenge: createCertificateChallenge(singleUse, clock, random),
    loginThrottle: createLoginThrottle(database, clock),
    qrCodes: createQrCodes(database, marks, clock, random),
  }
  return { services, authenticator: createAuthenticator(tokens, loginRows, clock) }
}

async function openPlatform(
  { settings, clock, logger }: Node,
  database: Database,
  secrets: Secrets,
  { log, recordSealer }: Pick<Services, 'log' | 'recordSealer'>,
) {
  const platformKeys = await loadPlatformKeys(settings)
  const { hallName } = settings
  const used = createUsedTokens(database, clock)
  const platform = createPlatformAuthenticator({ keys: platformKeys, used, clock, hallName })
  const hallKey = await loadHallKey(secrets)
  const outbox = createOutbox({
    ...{ database, log, recordSealer, clock, logger, fetch, hallName },
    key: hallKey,
    url: settings.platformUrl,
    rules: rulesOf(settings.variant),
  })
  const evaluationDesk = createEvaluationDesk({
    ...{ clock, logger, fetch, hallName },
    key: hallKey,
    url: settings.evaluationUrl,
  })
  return { services: { platform, hallKey, evaluationDesk }, outbox }
}
