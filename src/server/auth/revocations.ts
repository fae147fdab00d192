import type { Logger } from 'pino'
import type { Clock } from '#lib/ports.ts'
import type { LoginRows } from './login-rows.ts'
import type { TrustStore } from './trust-store.ts'

/** Sockets of a login that another node ended are closed within this time plus one query. */
const lookMilliseconds = 2000

/** Longer than the interval: a query may be slow, and a commit late. */
const lookBackSeconds = 10

/** Certificates are checked when a revocation list changes, and this often: an entry may take effect later. */
const certificatesMilliseconds = 60_000

const forgetMilliseconds = 3_600_000

interface Parts {
  readonly logins: Pick<LoginRows, 'endedLately' | 'certificates' | 'endAllBy' | 'forgetOld'>
  readonly trust: Pick<TrustStore, 'check' | 'version'>
  /** Closes a login's sockets. */
  drop(loginId: string): void
  /** Records that these logins ended with their certificate. */
  revoked(loginIds: readonly string[]): Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Closes the sockets of logins that any node ended (ACC-12), ends logins whose certificate was revoked, and removes old
 * ones.
 */
export function watchRevocations({ logins, trust, drop, revoked, clock, logger }: Parts): { stop(): void } {
  let checked = { version: '', at: Number.NEGATIVE_INFINITY }
  let forgotAt = clock()

  async function closeEnded(): Promise<void> {
    for (const loginId of await logins.endedLately(lookBackSeconds)) drop(loginId)
  }

  /** Only a revocation ends a login. A stale list refuses new logins, but ends none. */
  async function endRevoked(): Promise<void> {
    const version = await trust.version()
    if (version === checked.version && clock() - checked.at < certificatesMilliseconds) return
    for (const certificate of await logins.certificates()) {
      const trusted = await trust.check(certificate)
      if (trusted.ok || trusted.error.code !== 'certificate-revoked') continue
      const ended = await logins.endAllBy(certificate)
      logger.warn({ logins: ended }, 'logins ended: their certificate was revoked')
      for (const loginId of ended) drop(loginId)
      await revoked(ended)
    }
    checked = { version, at: clock() }
  }

  async function forget(): Promise<void> {
    if (clock() - forgotAt < forgetMilliseconds) return
    forgotAt = clock()
    await logins.forgetOld()
  }

  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    for (const part of [closeEnded, endRevoked, forget]) {
      await part().catch((error: unknown) => {
        // Without the database nothing is lost: the heartbeat checks every login again once it is back.
        logger.warn({ err: error }, 'ended logins could not be looked after')
      })
    }
    isLooking = false
  }
  const timer = setInterval(() => void look(), lookMilliseconds)
  return { stop: () => clearInterval(timer) }
}
