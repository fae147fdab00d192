import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Actor, actingRole, type Role } from '#domain/session/actor.ts'
import type { Clock } from '#lib/ports.ts'
import type { Database, Transaction } from '../db/database.ts'
import { account, login } from '../db/schema.ts'
import type { AccountRow } from './accounts.ts'
import { createLoginCache } from './login-cache.ts'
import { createLoginEnding, endLogins, keptMilliseconds } from './login-ending.ts'

/*
 * Logins, one row each. A token is accepted as long as the row of its login is active.
 * 1. A login ends for good: by logout, on every node, by a lost role, by the revocation of its certificate, or when it
 *    is not renewed.
 * 2. It lasts 12 hours at most, and two hours from its last renewal.
 * 3. A refresh token counts once. One that comes back after its successor was used is stolen: the login ends.
 */

/** The ways to prove who one is. */
export type LoginWay = 'account' | 'certificate' | 'licence' | 'qr' | 'sign-on' | 'test'

/** An active login: its user, and the row that ends it. */
export interface Login {
  readonly loginId: string
  readonly expiresAt: Date
  readonly actor: Actor
}

const longestHours = 12
const idleHours = 2

/** How a login came about, where from, and the hash of its first refresh token. */
export interface Start {
  readonly via: LoginWay
  readonly address: string | null
  /** PEM of the certificate that proved who it is. */
  readonly certificate?: string
  readonly refreshHash: string
}

/** The hash of the refresh token that is shown, the key of the request, and the hash of the next token. */
interface Rotation {
  readonly hash: string
  readonly key: string
  readonly next: string
}

/** `actAsOpener`: the roles that act as openers once they are logged in (ACC-9). */
export function createLoginRows(database: Database, clock: Clock, actAsOpener: readonly Role[]) {
  const { db } = database
  const cache = createLoginCache(readActive, clock)

  async function start(found: AccountRow, from: Start): Promise<Login> {
    const loginId = randomUUID()
    const createdAt = new Date(clock())
    const expiresAt = endOf(createdAt, clock())
    await db.insert(login).values({ id: loginId, accountId: found.id, createdAt, expiresAt, ...from })
    return { loginId, expiresAt, actor: actorOf(found) }
  }

  /**
   * Replaces the refresh token by a new one. A request whose answer was lost may be repeated under the same key until
   * the new token is used. Null for any other token; a stolen one ends the login.
   */
  async function rotate(loginId: string, rotation: Rotation): Promise<Login | null> {
    const rotated = await db.transaction((tx) => rotateRefreshToken(tx, loginId, rotation, clock()))
    if (rotated === null) return null
    if (rotated === 'stolen') {
      cache.forget([loginId])
      return null
    }
    return { loginId, expiresAt: rotated.expiresAt, actor: actorOf(rotated.account) }
  }

  /** Whether the user logged in from this address within the last month. */
  async function knowsAddress(userCode: string, address: string): Promise<boolean> {
    const isTheirs = and(eq(account.userCode, userCode), eq(login.address, address))
    const isRecent = gt(login.createdAt, new Date(clock() - keptMilliseconds))
    const [known] = await db
      .select({ id: login.id })
      .from(login)
      .innerJoin(account, eq(account.id, login.accountId))
      .where(and(isTheirs, isRecent))
      .limit(1)
    return known !== undefined
  }

  async function readActive(loginIds: readonly string[]): Promise<ReadonlyMap<string, Login>> {
    const rows = await db
      .select({ login, account })
      .from(login)
      .innerJoin(account, eq(account.id, login.accountId))
      .where(isActive(loginIds, clock()))
    return new Map<string, Login>(
      rows.map((row) => {
        const { id, expiresAt } = row.login
        return [id, { loginId: id, expiresAt, actor: actorOf(row.account) }]
      }),
    )
  }

  /** The active ones of many logins, in one query; every heartbeat asks for those of its sockets. */
  async function activeAmong(loginIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (loginIds.length === 0) return new Set()
    const at = clock()
    const rows = await db.select({ id: login.id }).from(login).where(isActive(loginIds, at))
    const active = new Set(rows.map(({ id }) => id))
    cache.renew(loginIds, active, at)
    return active
  }

  function actorOf({ userCode, role: given, name, unitCode }: AccountRow): Actor {
    return { id: userCode, role: actingRole(given as Role, actAsOpener), name, unitCode }
  }

  return {
    ...{ start, rotate, find: cache.find, findNow: cache.findNow, activeAmong, knowsAddress },
    ...createLoginEnding(db, clock, cache.forget),
  }
}

export type LoginRows = ReturnType<typeof createLoginRows>

/** Stores the next refresh token; `stolen` where an older one came back and the login was ended. */
async function rotateRefreshToken(
  tx: Transaction,
  loginId: string,
  { hash, key, next }: Rotation,
  now: number,
): Promise<{ readonly account: AccountRow; readonly expiresAt: Date } | 'stolen' | null> {
  const [row] = await tx
    .select({ login, account })
    .from(login)
    .innerJoin(account, eq(account.id, login.accountId))
    .where(isActive([loginId], now))
    .for('update', { of: login })
  if (!row) return null
  const { refreshHash, previousHash, refreshKey, createdAt } = row.login
  const isRepeated = hash === previousHash && key === refreshKey
  if (hash !== refreshHash && !isRepeated) {
    // Every token contains the login's id, so an unknown secret must not end the login.
    if (hash !== previousHash) return null
    await endLogins(tx, eq(login.id, loginId))
    return 'stolen'
  }
  const expiresAt = endOf(createdAt, now)
  const renewed = { refreshHash: next, previousHash: hash, refreshKey: key, expiresAt }
  await tx.update(login).set(renewed).where(eq(login.id, loginId))
  return { account: row.account, expiresAt }
}

function isActive(loginIds: readonly string[], now: number) {
  const isAsked = sql`${login.id} = any(${sql.param(loginIds)}::uuid[])`
  return and(isAsked, isNull(login.revokedAt), gt(login.expiresAt, new Date(now)))
}

function endOf(createdAt: Date, now: number): Date {
  return new Date(Math.min(createdAt.getTime() + longestHours * 3_600_000, now + idleHours * 3_600_000))
}
