import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type Actor, actingRole, type Role } from '#domain/session/actor.ts'
import type { Clock } from '#lib/ports.ts'
import type { Database } from '../db/database.ts'
import { account, login } from '../db/schema.ts'
import type { AccountRow } from './accounts.ts'

/*
 * Logins, one row each; whoever holds a token is let in for as long as the row of its login stands.
 * 1. A login ends for good: by logging out, on every node, by a role lost, by its certificate being revoked, or by
 *    nobody renewing it.
 * 2. It lasts at most a working day, and two hours from the last time it was renewed.
 * 3. A refresh token counts once. One that comes back after its successor was used is stolen: the login ends.
 */

/** The ways to prove who one is. */
export type LoginWay = 'account' | 'certificate' | 'licence' | 'qr' | 'sign-on' | 'test'

/** A login that stands: who it is, and the row that ends it. */
export interface Login {
  readonly loginId: string
  readonly expiresAt: Date
  readonly actor: Actor
}

const longestHours = 12
const idleHours = 2

/** How long a node may go on trusting what it last read of a login: revocation is felt within this time. */
const trustMilliseconds = 4000

/** From one read of unknown logins to the next: those who ask meanwhile are read together. */
const pause = 20

/** A read that takes longer than this does not keep the next from beginning. */
const patience = 1000

const knownMilliseconds = 30 * 86_400_000

/** How a login came about, where from, and the hash of its first refresh token. */
export interface Start {
  readonly via: LoginWay
  readonly address: string | null
  /** PEM of the certificate that proved who it is. */
  readonly certificate?: string
  readonly refreshHash: string
}

/** `actAsOpener`: the roles that act as openers once they are logged in (ACC-9). */
export function createLoginRows(database: Database, clock: Clock, actAsOpener: readonly Role[]) {
  const { db } = database
  const seen = new Map<string, { at: number; login: Login | null }>()
  let asked: ReturnType<typeof readTogether> | null = null
  let lastRead: Promise<unknown> = Promise.resolve()

  async function start(found: AccountRow, from: Start): Promise<Login> {
    const loginId = randomUUID()
    const createdAt = new Date(clock())
    const expiresAt = endOf(createdAt, clock())
    await db.insert(login).values({ id: loginId, accountId: found.id, createdAt, expiresAt, ...from })
    return { loginId, expiresAt, actor: actorOf(found) }
  }

  /**
   * Puts a new refresh token in the place of the given one. An answer that was lost may be asked for again under the
   * same key, until the new token was used; null ends the login, if there is one.
   */
  async function rotate(
    loginId: string,
    asked: { readonly hash: string; readonly key: string; readonly next: string },
  ): Promise<Login | null> {
    return db.transaction(async (tx) => {
      const [row] = await tx
        .select({ login, account })
        .from(login)
        .innerJoin(account, eq(account.id, login.accountId))
        .where(isStanding([loginId]))
        .for('update', { of: login })
      if (!row) return null
      const { refreshHash, previousHash, refreshKey, createdAt } = row.login
      const isCurrent = asked.hash === refreshHash
      const isAskedAgain = asked.hash === previousHash && asked.key === refreshKey
      if (!isCurrent && !isAskedAgain) {
        // The login's id stands in every token: only who held a refresh token may end it with one.
        if (asked.hash === previousHash) {
          await tx.update(login).set(ended).where(eq(login.id, loginId))
          seen.delete(loginId)
        }
        return null
      }
      const expiresAt = endOf(createdAt, clock())
      const next = { refreshHash: asked.next, previousHash: asked.hash, refreshKey: asked.key, expiresAt }
      await tx.update(login).set(next).where(eq(login.id, loginId))
      return { loginId, expiresAt, actor: actorOf(row.account) }
    })
  }

  /** Whether somebody was logged in from this address within the last month. */
  async function knowsAddress(userCode: string, address: string): Promise<boolean> {
    const [known] = await db
      .select({ id: login.id })
      .from(login)
      .innerJoin(account, eq(account.id, login.accountId))
      .where(
        and(
          eq(account.userCode, userCode),
          eq(login.address, address),
          gt(login.createdAt, new Date(clock() - knownMilliseconds)),
        ),
      )
      .limit(1)
    return known !== undefined
  }

  async function end(loginId: string): Promise<void> {
    await db.update(login).set(ended).where(eq(login.id, loginId))
    seen.delete(loginId)
  }

  /** Ends every login of somebody; yields which. */
  async function endAllOf(userCode: string): Promise<string[]> {
    const theirs = db.select({ id: account.id }).from(account).where(eq(account.userCode, userCode))
    return endWhere(sql`${login.accountId} in ${theirs}`)
  }

  /** The certificates (PEM) of all logins that stand. */
  async function certificates(): Promise<string[]> {
    const rows = await db
      .selectDistinct({ certificate: login.certificate })
      .from(login)
      .where(
        and(isNotNull(login.certificate), isNull(login.revokedAt), gt(login.expiresAt, new Date(clock()))),
      )
    return rows.flatMap(({ certificate }) => certificate ?? [])
  }

  /** Ends every login by this certificate (PEM); yields which. */
  async function endAllBy(certificate: string): Promise<string[]> {
    return endWhere(eq(login.certificate, certificate))
  }

  async function endWhere(which: SQL): Promise<string[]> {
    const rows = await db
      .update(login)
      .set(ended)
      .where(and(which, isNull(login.revokedAt)))
      .returning({ id: login.id })
    for (const { id } of rows) seen.delete(id)
    return rows.map(({ id }) => id)
  }

  /** Removes logins of so long ago that not even their addresses count any more; yields how many. */
  async function forgetOld(): Promise<number> {
    const { rowCount } = await db
      .delete(login)
      .where(lt(login.createdAt, new Date(clock() - knownMilliseconds)))
    return rowCount ?? 0
  }

  /** The logins that were ended in the last seconds, by whichever node; they are trusted no more. */
  async function endedLately(seconds: number): Promise<string[]> {
    const rows = await db
      .select({ id: login.id })
      .from(login)
      .where(gt(login.revokedAt, sql`now() - make_interval(secs => ${seconds})`))
    for (const { id } of rows) seen.delete(id)
    return rows.map(({ id }) => id)
  }

  /** The login while it stands; null once it expired or was ended, on whichever node. */
  async function find(loginId: string): Promise<Login | null> {
    const known = seen.get(loginId)
    if (known && clock() - known.at < trustMilliseconds) return known.login
    asked ??= readTogether()
    asked.ids.add(loginId)
    return (await asked.found).get(loginId) ?? null
  }

  /** The first is read at once; of thousands who come back after a cut the others are a few reads. */
  function readTogether() {
    const ids = new Set<string>()
    const found = lastRead.then(() => {
      asked = null
      const read = readLogins(ids)
      const isOver = Promise.allSettled([read, sleep(pause)])
      lastRead = Promise.race([isOver, sleep(patience, null, { ref: false })])
      return read
    })
    return { ids, found }
  }

  async function readLogins(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Login>> {
    const at = clock()
    const rows = await db
      .select({ login, account })
      .from(login)
      .innerJoin(account, eq(account.id, login.accountId))
      .where(isStanding([...ids]))
    const found = new Map(
      rows.map((row) => [
        row.login.id,
        { loginId: row.login.id, expiresAt: row.login.expiresAt, actor: actorOf(row.account) },
      ]),
    )
    if (seen.size > 50_000) seen.clear()
    for (const id of ids) seen.set(id, { at, login: found.get(id) ?? null })
    return found
  }

  /** Those of many logins that stand, asked for at once. */
  async function activeAmong(loginIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (loginIds.length === 0) return new Set()
    const at = clock()
    const rows = await db.select({ id: login.id }).from(login).where(isStanding(loginIds))
    const active = new Set(rows.map(({ id }) => id))
    // Asked for by every heartbeat: whoever is cut off and comes back need not be looked up again.
    for (const id of loginIds) {
      const known = seen.get(id)
      if (known) seen.set(id, { at, login: active.has(id) ? known.login : null })
    }
    return active
  }

  function isStanding(loginIds: readonly string[]) {
    const isAsked = sql`${login.id} = any(${sql.param(loginIds)}::uuid[])`
    return and(isAsked, isNull(login.revokedAt), gt(login.expiresAt, new Date(clock())))
  }

  function actorOf({ userCode, role: given, name, unitCode }: AccountRow): Actor {
    return { id: userCode, role: actingRole(given as Role, actAsOpener), name, unitCode }
  }

  return {
    ...{ start, rotate, find, activeAmong, knowsAddress },
    ...{ end, endAllOf, endAllBy, endedLately, certificates, forgetOld },
  }
}

export type LoginRows = ReturnType<typeof createLoginRows>

/** By the database's clock: the nodes look for what ended lately by the same. */
const ended = { revokedAt: sql`now()` }

function endOf(createdAt: Date, now: number): Date {
  return new Date(Math.min(createdAt.getTime() + longestHours * 3_600_000, now + idleHours * 3_600_000))
}
