import type { Logger } from 'pino'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import type { Clock, Random } from '#lib/ports.ts'
import type { Accounts } from './auth/accounts.ts'
import type { Captcha } from './auth/captcha.ts'
import type { CertificateChallenge } from './auth/certificate-challenge.ts'
import type { Keys } from './auth/keys.ts'
import type { LoginRows } from './auth/login-rows.ts'
import type { LoginThrottle } from './auth/login-throttle.ts'
import type { Logins } from './auth/logins.ts'
import type { QrCodes } from './auth/qr.ts'
import type { SignCodes } from './auth/sign-codes.ts'
import type { TrustStore } from './auth/trust-store.ts'
import type { BidFileProcessor } from './bid-file-processor/bid-file-processor.ts'
import type { HallClock } from './clock/hall-clock.ts'
import type { Database } from './db/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { StoredBids } from './files/stored-bids.ts'
import type { ToolTickets } from './files/tool-tickets.ts'
import type { Previews } from './log/previews.ts'
import type { NewSession, SessionLogReader } from './log/session-log-reader.ts'
import type { Attachments } from './objections/attachments.ts'
import type { EvaluationDesk } from './platform/evaluation-desk.ts'
import type { HallKey } from './platform/hall-key.ts'
import type { PlatformAuthenticator } from './platform/platform-authenticator.ts'
import type { Reported } from './platform/reported.ts'
import type { FiledDocuments } from './reports/filed-documents.ts'
import type { ReportRenderer } from './reports/report-renderer.ts'
import type { RecordSealer } from './reports/seal-record.ts'
import type { SectionKeys } from './secrets/section-keys.ts'
import type { Authority } from './session/authority.ts'
import type { Settings } from './settings.ts'
import type { Callers } from './trail/callers.ts'
import type { Trail } from './trail/trail.ts'
import type { Wall } from './watch/wall.ts'

/** What the handlers of calls use; `open-services.ts` and `connections.ts` compose it. */
export interface Services {
  readonly settings: Settings
  readonly clock: Clock
  readonly hallClock: HallClock
  readonly random: Random
  readonly logger: Logger
  readonly database: Database
  readonly keys: Keys
  readonly sectionKeys: SectionKeys
  readonly accounts: Accounts
  /** What the platform reported of deposits and contacts. */
  readonly reported: Reported
  readonly logins: Logins
  readonly captcha: Captcha
  readonly certificateChallenge: CertificateChallenge
  readonly qrCodes: QrCodes
  readonly signCodes: SignCodes
  readonly trust: TrustStore
  readonly loginThrottle: LoginThrottle
  readonly loginRows: LoginRows
  readonly files: FileStore
  /** The bids among them. */
  readonly storedBids: StoredBids
  readonly toolTickets: ToolTickets
  /** Uploads for objections, in a store of their own. */
  readonly attachments: Attachments
  readonly log: SessionLogReader
  /** What bidders get of the logs while bids can still be submitted. */
  readonly previews: Previews
  /** Creates an empty session, without an entry; an existing one is not changed. */
  createSession(session: NewSession): Promise<unknown>
  readonly authority: Authority
  readonly bidFileProcessor: BidFileProcessor
  readonly reportRenderer: ReportRenderer
  /** Seals opening records after the last signature. */
  readonly recordSealer: RecordSealer
  /** Reports that are made once per version. */
  readonly filedDocuments: FiledDocuments
  /** Checks the trading platform's tokens. */
  readonly platform: PlatformAuthenticator
  /** The key with which this hall signs what it sends to the platform. */
  readonly hallKey: HallKey
  /** Asks the platform's evaluation system. */
  readonly evaluationDesk: EvaluationDesk
  /** The security trail. */
  readonly trail: Trail
  readonly callers: Callers
  /** The supervisors' wall. */
  readonly wall: Wall
  viewerOf(actor: Actor): Viewer
  /** Closes the sockets of a login that ended. */
  dropLogin(loginId: string): void
}
