import type { Logger } from 'pino'
import type { Actor, Viewer } from '#domain/actor.ts'
import type { Clock, Random } from '#lib/ports.ts'
import type { Accounts } from './auth/accounts.ts'
import type { Keys } from './auth/keys.ts'
import type { Tokens } from './auth/tokens.ts'
import type { Database } from './db/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { SessionLog } from './log/log.ts'
import type { Authority } from './session/authority.ts'
import type { Settings } from './settings.ts'

/** What the calls are made of; `main.ts` composes it. */
export interface Services {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly database: Database
  readonly keys: Keys
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly files: FileStore
  readonly log: SessionLog
  readonly authority: Authority
  viewerOf(actor: Actor): Viewer
  /** Closes the sockets of a login that ended. */
  dropLogin(loginId: string): void
}
