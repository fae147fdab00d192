import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Actor, actingRole, type Role } from '#domain/session/actor.ts'
import type { Clock } from '#lib/ports.ts'
import type { Database, Transaction } from '../db/database.ts'
import { account, login } from '../db/schema.ts'
import type { Marks } from '../secrets/marks.ts'
import type { AccountRow } from './accounts.ts'
import { createLoginCache } from './login-cache.ts'
import { createLoginEnding, endLogins, keptMilliseconds } from './login-ending.ts'
import type { LoginWay } from './login-types.ts'
import {
  accountFields,
  certificateHash,
  certificateHashOf,
  loginFields,
  type MarkedLogin,
} from './marked-fields.ts'

/*
 * Logins, one row each. A token is accepted as long as the row of its login is active.
 * 1. A login ends for good: by logout, on every node, by a lost role, by the revocation of its certificate, or when it
 *    is not renewed.
 * 2. It lasts 12 hours at most, and two hours from its last renewal.
 * 3. A refresh token counts once. One that comes back after its successor was used is stolen: the login ends.
 * 4. A row that the hall did not write, or that was changed outside it, is no login (KEY-5): its mark is wrong. So is one
 *    whose account was changed.
 */

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
  /** The token that is shown ended the login. */
  stolen?(): Promise<void>
}

/** `actAsOpener`: the roles that act as openers once they are logged in (ACC-9). */
export function createLoginRows(
  database: Database,
  marks: Marks,
  clock: Clock,
  actAsOpener: readonly Role[],
) {
  const { db } = database
  const cache = createLoginCache(readActive, clock)

  async function start(found: AccountRow, from: Start): Promise<Login> {
    const loginId = randomUUID()
    const createdAt = new Date(clock())
    const expiresAt = endOf(createdAt, clock())
    const row = { id: loginId, accountId: found.id, createdAt, expiresAt, ...unrenewed, ...from }
    const marked = { ...row, certificateHash: certificateHashOf(from.certificate) }
    await db.insert(login).values({ ...row, mark: marks.of('login', loginFields(marked)) })
    return { loginId, expiresAt, actor: actorOf(found) }
  }

  /**
   * Replaces the refresh token by a new one. A request whose answer was lost may be repeated under the same key until
   * the new token is used. Null for any other token; a stolen one ends the login.
   */
  async function rotate(loginId: string, rotation: Rotation): Promise<Login | null> {
    const rotated = await db.transaction((tx) => rotateRefreshToken(tx, marks, loginId, rotation, clock()))
    if (rotated === null) return null
    if (rotated === 'stolen') {
      cache.forget([loginId])
      await rotation.stolen?.()
      return null
    }
    return { loginId, expiresAt: rotated.expiresAt, actor: actorOf(rotated.account) }
  }

  async function readActive(loginIds: readonly string[]): Promise<ReadonlyMap<string, Login>> {
    const rows = await db
      .select({ login: markedLogin, account })
      .from(login)
      .innerJoin(account, eq(account.id, login.accountId))
      .where(isActive(loginIds, clock()))
    const genuine = rows.filter((row) => areMarked(marks, row))
    return new Map<string, Login>(
      genuine.map((row) => {
        const { id, expiresAt } = row.login
        return [id, { loginId: id, expiresAt, actor: actorOf(row.account) }]
      }),
    )
  }

  /** The active ones of many logins, in one query; every heartbeat asks for those of its sockets. */
  async function activeAmong(loginIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (loginIds.length === 0) return new Set()
    const at = clock()
    const rows = await db.select(markedLogin).from(login).where(isActive(loginIds, at))
    // Of accounts what was read with the login holds.
    const genuine = rows.filter((row) => isLogin(marks, row))
    const active = new Set(genuine.map(({ id }) => id))
    cache.renew(loginIds, active, at)
    return active
  }

  function actorOf({ userCode, role: given, name, unitCode }: AccountRow): Actor {
    return { id: userCode, role: actingRole(given as Role, actAsOpener), name, unitCode }
  }

  return {
    ...{ start, rotate, find: cache.find, findNow: cache.findNow, activeAmong },
    knowsAddress: (userCode: string, address: string) => knowsAddress(db, userCode, address, clock()),
    ...createLoginEnding(db, clock, cache.forget),
  }
}

export type LoginRows = ReturnType<typeof createLoginRows>

/** Whether the user logged in from this address within the last month. */
async function knowsAddress(
  db: Database['db'],
  userCode: string,
  address: string,
  now: number,
): Promise<boolean> {
  const isTheirs = and(eq(account.userCode, userCode), eq(login.address, address))
  const isRecent = gt(login.createdAt, new Date(now - keptMilliseconds))
  const [known] = await db
    .select({ id: login.id })
    .from(login)
    .innerJoin(account, eq(account.id, login.accountId))
    .where(and(isTheirs, isRecent))
    .limit(1)
  return known !== undefined
}

/** Of a login that was not renewed yet. */
const unrenewed = { previousHash: null, refreshKey: null }

/** What the mark of a login covers, with the mark. */
const markedLogin = {
  id: login.id,
  accountId: login.accountId,
  createdAt: login.createdAt,
  expiresAt: login.expiresAt,
  via: login.via,
  address: login.address,
  refreshHash: login.refreshHash,
  previousHash: login.previousHash,
  refreshKey: login.refreshKey,
  certificateHash: sql<string | null>`${sql.raw(certificateHash)}`,
  mark: login.mark,
}

interface MarkedRow {
  readonly login: MarkedLogin & { readonly mark: string | null }
  readonly account: AccountRow
}

function areMarked(marks: Marks, { login, account }: MarkedRow): boolean {
  return isLogin(marks, login) && marks.isRight('account', accountFields(account), account.mark)
}

function isLogin(marks: Marks, row: MarkedRow['login']): boolean {
  return marks.isRight('login', loginFields(row), row.mark)
}

/** Stores the next refresh token; `stolen` where an older one came back and the login was ended. */
async function rotateRefreshToken(
  tx: Transaction,
  marks: Marks,
  loginId: string,
  { hash, key, next }: Rotation,
  now: number,
): Promise<{ readonly account: AccountRow; readonly expiresAt: Date } | 'stolen' | null> {
  const [row] = await tx
    .select({ login: markedLogin, account })
    .from(login)
    .innerJoin(account, eq(account.id, login.accountId))
    .where(isActive([loginId], now))
    .for('update', { of: login })
  if (!row || !areMarked(marks, row)) return null
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
  const mark = marks.of('login', loginFields({ ...row.login, ...renewed }))
  await tx
    .update(login)
    .set({ ...renewed, mark })
    .where(eq(login.id, loginId))
  return { account: row.account, expiresAt }
}

function isActive(loginIds: readonly string[], now: number) {
  const isAsked = sql`${login.id} = any(${sql.param(loginIds)}::uuid[])`
  return and(isAsked, isNull(login.revokedAt), gt(login.expiresAt, new Date(now)))
}

function endOf(createdAt: Date, now: number): Date {
  return new Date(Math.min(createdAt.getTime() + longestHours * 3_600_000, now + idleHours * 3_600_000))
}
