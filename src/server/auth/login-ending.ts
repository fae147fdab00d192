import { and, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#lib/ports.ts'
import type { Database } from '../db/database.ts'
import { account, login } from '../db/schema.ts'
import type { LoginWay } from './login-types.ts'

/** Logins are kept for `knowsAddress`. */
export const keptMilliseconds = 30 * 86_400_000

/** By the database's clock: `endedLately` compares by the same clock, on every node. Without its mark it stays ended. */
const ended = { revokedAt: sql`now()`, mark: null }

/** Ends the logins that match and are not ended yet, on every node; yields their ids. */
export async function endLogins(db: Pick<Database['db'], 'update'>, which: SQL): Promise<string[]> {
  const rows = await db
    .update(login)
    .set(ended)
    .where(and(which, isNull(login.revokedAt)))
    .returning({ id: login.id })
  return rows.map(({ id }) => id)
}

/** Ends logins and removes old ones. `forget` receives the logins that this node must no longer trust. */
export function createLoginEnding(
  db: Database['db'],
  clock: Clock,
  forget: (loginIds: readonly string[]) => void,
) {
  async function endWhere(which: SQL): Promise<string[]> {
    const ids = await endLogins(db, which)
    forget(ids)
    return ids
  }

  async function end(loginId: string): Promise<void> {
    await endLogins(db, eq(login.id, loginId))
    forget([loginId])
  }

  /** Ends every login of a user; yields their ids. */
  async function endAllOf(userCode: string): Promise<string[]> {
    const theirs = db.select({ id: account.id }).from(account).where(eq(account.userCode, userCode))
    return endWhere(sql`${login.accountId} in ${theirs}`)
  }

  /** Ends every login by this certificate (PEM); yields their ids. */
  async function endAllBy(certificate: string): Promise<string[]> {
    return endWhere(eq(login.certificate, certificate))
  }

  /** Ends every login that came about in one of these ways; yields their ids. */
  async function endAllVia(ways: readonly LoginWay[]): Promise<string[]> {
    return ways.length === 0 ? [] : endWhere(inArray(login.via, [...ways]))
  }

  /** The logins that any node ended in the last seconds; this node stops trusting them. */
  async function endedLately(seconds: number): Promise<string[]> {
    const rows = await db
      .select({ id: login.id })
      .from(login)
      .where(gt(login.revokedAt, sql`now() - make_interval(secs => ${seconds})`))
    const ids = rows.map(({ id }) => id)
    forget(ids)
    return ids
  }

  /** The certificates (PEM) of all active logins. */
  async function certificates(): Promise<string[]> {
    const isActive = and(isNull(login.revokedAt), gt(login.expiresAt, new Date(clock())))
    const rows = await db
      .selectDistinct({ certificate: login.certificate })
      .from(login)
      .where(and(isNotNull(login.certificate), isActive))
    return rows.flatMap(({ certificate }) => certificate ?? [])
  }

  /** Removes logins that are too old for `knowsAddress`; yields how many. */
  async function forgetOld(): Promise<number> {
    const before = new Date(clock() - keptMilliseconds)
    const { rowCount } = await db.delete(login).where(lt(login.createdAt, before))
    return rowCount ?? 0
  }

  return { end, endAllOf, endAllBy, endAllVia, endedLately, certificates, forgetOld }
}
