import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Role } from '#domain/session/actor.ts'
import type { Random } from '#lib/ports.ts'
import type { Database } from '../db/database.ts'
import { account, login } from '../db/schema.ts'
import { checkPassword, hashPassword } from './password.ts'

/** Somebody's account, whether it may be used or not. */
export type AccountRow = typeof account.$inferSelect

export interface NewAccount {
  readonly userCode: string
  readonly password: string
  readonly role: Role
  readonly name: string
  readonly unitCode: string | null
}

/** Somebody whom the trading platform vouches for: it knows their password, we do not. */
export type PlatformPerson = Omit<NewAccount, 'password' | 'role'> & {
  readonly role: Exclude<Role, 'platform' | 'system'>
}

/** The people who may log in. Whoever loses a role or a unit or is disabled loses every login with it, in one transaction. */
export function createAccounts(database: Database, random: Random) {
  const { db } = database

  /** Adds an account; false when the code is taken. Asked for again under the same id, it is done once. */
  async function add(input: NewAccount, id: string = randomUUID()): Promise<boolean> {
    const { password, ...fields } = input
    const row = { id, ...fields, passwordHash: await hashPassword(password, random) }
    const added = await db.insert(account).values(row).onConflictDoNothing().returning({ id: account.id })
    return added.length === 1 || (await findByCode(input.userCode))?.id === id
  }

  async function findByCode(userCode: string): Promise<AccountRow | null> {
    const [found] = await db.select().from(account).where(eq(account.userCode, userCode))
    return found ?? null
  }

  /** The account in which somebody acts for a unit in one of these roles; of several that may be used the oldest. */
  async function findByUnit(unitCode: string, roles: readonly Role[]): Promise<AccountRow | null> {
    const isOne = and(eq(account.unitCode, unitCode), inArray(account.role, [...roles]))
    const isTheirs = and(isOne, isNull(account.disabledAt))
    const [found] = await db.select().from(account).where(isTheirs).orderBy(account.createdAt, account.id)
    return found ?? null
  }

  /**
   * The account of a person as the platform describes them now, made where it is missing. Whoever comes in another
   * role or for another unit than before loses what they were logged in as.
   */
  async function upsertFromPlatform(person: PlatformPerson): Promise<AccountRow> {
    const { userCode, role, name, unitCode } = person
    return db.transaction(async (tx) => {
      const [before] = await tx.select().from(account).where(eq(account.userCode, userCode)).for('update')
      const [row] = await tx
        .insert(account)
        .values({ id: randomUUID(), ...person })
        .onConflictDoUpdate({ target: account.userCode, set: { role, name, unitCode } })
        .returning()
      if (!row) throw new Error('an account was neither made nor found')
      const isOther = before && (before.role !== role || before.unitCode !== unitCode)
      if (isOther) await tx.update(login).set(ended).where(activeLoginsOf(row.id))
      return row
    })
  }

  /** The account with this password; in the same time whether it is unknown or the password wrong. */
  async function verify(userCode: string, password: string): Promise<AccountRow | null> {
    const found = await findByCode(userCode)
    const right = await checkPassword(password, found?.passwordHash ?? null)
    return right ? found : null
  }

  /** Gives somebody another role; what they were logged in as ends on every node. */
  async function setRole(userCode: string, role: Role): Promise<void> {
    await db.transaction(async (tx) => {
      const isOther = and(eq(account.userCode, userCode), ne(account.role, role))
      const changed = await tx.update(account).set({ role }).where(isOther).returning({ id: account.id })
      for (const { id } of changed) await tx.update(login).set(ended).where(activeLoginsOf(id))
    })
  }

  /** Lets somebody in no more: neither who is logged in now nor who comes later, in whichever way. */
  async function disable(userCode: string): Promise<void> {
    await db.transaction(async (tx) => {
      const disabled = await tx
        .update(account)
        .set({ disabledAt: sql`now()` })
        .where(eq(account.userCode, userCode))
        .returning({ id: account.id })
      for (const { id } of disabled) await tx.update(login).set(ended).where(activeLoginsOf(id))
    })
  }

  async function setProjectType(userCode: string, projectType: number): Promise<void> {
    await db.update(account).set({ projectType }).where(eq(account.userCode, userCode))
  }

  return {
    ...{ add, findByCode, findByUnit, upsertFromPlatform },
    ...{ verify, setRole, disable, setProjectType },
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/** By the database's clock: the nodes look for what ended lately by the same. */
const ended = { revokedAt: sql`now()` }

function activeLoginsOf(accountId: string) {
  return and(eq(login.accountId, accountId), isNull(login.revokedAt))
}
