import { randomUUID } from 'node:crypto'
import { setImmediate as soon } from 'node:timers/promises'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Actor, Role } from '#domain/actor.ts'
import type { Clock, Random } from '#lib/ports.ts'
import { ok, type Result } from '#lib/result.ts'
import type { Database } from '../db/database.ts'
import { account, login } from '../db/schema.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { checkPassword, hashPassword } from './password.ts'

export interface NewAccount {
  readonly userCode: string
  readonly password: string
  readonly role: Role
  readonly name: string
  readonly unitCode: string | null
}

/** A login that stands: who it is, and the row that ends it. */
export interface Login {
  readonly loginId: string
  readonly expiresAt: Date
  readonly actor: Actor
}

const loginHours = 12

/** How long a node may go on trusting what it last read of a login: revocation is felt within this time. */
const trustMilliseconds = 4000

export function createAccounts(database: Database, clock: Clock, random: Random) {
  const { db } = database
  const seen = new Map<string, { at: number; login: Login | null }>()
  let asked: ReturnType<typeof readTogether> | null = null

  /** Adds an account; false when the code is taken. */
  async function add(input: NewAccount): Promise<boolean> {
    const { password, ...fields } = input
    const row = { id: randomUUID(), ...fields, passwordHash: await hashPassword(password, random) }
    const added = await db.insert(account).values(row).onConflictDoNothing().returning({ id: account.id })
    return added.length === 1
  }

  /** Gives an account this password, making the account where it is missing. */
  async function ensure(input: NewAccount): Promise<void> {
    if (await add(input)) return
    const passwordHash = await hashPassword(input.password, random)
    await db.update(account).set({ passwordHash }).where(eq(account.userCode, input.userCode))
  }

  /** The same answer, in the same time, for an unknown account and a wrong password. */
  async function logIn(userCode: string, password: string): Promise<Result<Login, Refusal>> {
    const [found] = await db.select().from(account).where(eq(account.userCode, userCode))
    const right = await checkPassword(password, found?.passwordHash ?? null)
    if (!found || !right) return refuse('login-failed')
    const expiresAt = new Date(clock() + loginHours * 3_600_000)
    const loginId = randomUUID()
    await db
      .insert(login)
      .values({ id: loginId, accountId: found.id, createdAt: new Date(clock()), expiresAt })
    return ok({ loginId, expiresAt, actor: actorOf(found) })
  }

  async function logOut(loginId: string): Promise<void> {
    await db
      .update(login)
      .set({ revokedAt: new Date(clock()) })
      .where(eq(login.id, loginId))
    seen.delete(loginId)
  }

  /** The login while it stands; null once it expired or was ended, on whichever node. */
  async function find(loginId: string): Promise<Login | null> {
    const known = seen.get(loginId)
    if (known && clock() - known.at < trustMilliseconds) return known.login
    asked ??= readTogether()
    asked.ids.add(loginId)
    return (await asked.found).get(loginId) ?? null
  }

  /** Logins asked for in the same moment are read together: thousands of them come back at once after a cut. */
  function readTogether() {
    const ids = new Set<string>()
    const found = soon().then(() => {
      asked = null
      return readLogins(ids)
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

  /** Those of many logins that stand, asked for at once; a token never outlives its login. */
  async function standing(loginIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (loginIds.length === 0) return new Set()
    const at = clock()
    const rows = await db.select({ id: login.id }).from(login).where(isStanding(loginIds))
    const standing = new Set(rows.map(({ id }) => id))
    // Asked for by every heartbeat: whoever is cut off and comes back need not be looked up again.
    for (const id of loginIds) {
      const known = seen.get(id)
      if (known) seen.set(id, { at, login: standing.has(id) ? known.login : null })
    }
    return standing
  }

  function isStanding(loginIds: readonly string[]) {
    const isAsked = sql`${login.id} = any(${sql.param(loginIds)}::uuid[])`
    return and(isAsked, isNull(login.revokedAt), gt(login.expiresAt, new Date(clock())))
  }

  return { add, ensure, logIn, logOut, find, standing }
}

export type Accounts = ReturnType<typeof createAccounts>

function actorOf(row: { userCode: string; role: string; name: string; unitCode: string | null }): Actor {
  return { id: row.userCode, role: row.role as Role, name: row.name, unitCode: row.unitCode }
}
