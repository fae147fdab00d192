import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Role } from '#domain/session/actor.ts'
import type { Database, Transaction } from '../db/database.ts'
import { account, login } from '../db/schema.ts'
import { endLogins } from './login-ending.ts'
import type { Passwords } from './password.ts'

/** An account, disabled ones too. */
export type AccountRow = typeof account.$inferSelect

export interface NewAccount {
  readonly userCode: string
  readonly password: string
  readonly role: Role
  readonly name: string
  readonly unitCode: string | null
}

/** A person whom the trading platform vouches for; their password is known to the platform alone. */
export type PlatformPerson = Omit<NewAccount, 'password' | 'role'> & {
  readonly role: Exclude<Role, 'platform' | 'system'>
}

/** The people who may log in. A change of role or unit and a disabling end all their logins in the same transaction. */
export function createAccounts(database: Database, passwords: Passwords) {
  const { db } = database

  /** Adds an account; false when the code is taken. Repeated under the same id it is added once. */
  async function add(input: NewAccount, id: string = randomUUID()): Promise<boolean> {
    const { password, ...fields } = input
    const row = { id, ...fields, passwordHash: await passwords.hash(password) }
    const added = await db.insert(account).values(row).onConflictDoNothing().returning({ id: account.id })
    return added.length === 1 || (await findByCode(input.userCode))?.id === id
  }

  async function findByCode(userCode: string): Promise<AccountRow | null> {
    const [found] = await db.select().from(account).where(eq(account.userCode, userCode))
    return found ?? null
  }

  /** The oldest account of the unit in one of these roles that is not disabled. */
  async function findByUnit(unitCode: string, roles: readonly Role[]): Promise<AccountRow | null> {
    const isOne = and(eq(account.unitCode, unitCode), inArray(account.role, [...roles]))
    const isTheirs = and(isOne, isNull(account.disabledAt))
    const [found] = await db.select().from(account).where(isTheirs).orderBy(account.createdAt, account.id)
    return found ?? null
  }

  /**
   * The account of a person as the platform describes them now, added where it is missing. Another role or unit than
   * before ends their logins.
   */
  async function upsertFromPlatform(person: PlatformPerson): Promise<AccountRow> {
    return db.transaction(async (tx) => {
      const { before, row } = await upsert(tx, person)
      const isOther = before && (before.role !== row.role || before.unitCode !== row.unitCode)
      if (isOther) await endLogins(tx, eq(login.accountId, row.id))
      return row
    })
  }

  /**
   * The account with this password. An unknown account takes as long as a wrong password. A hash of another cost than
   * the present one is replaced.
   */
  async function verify(userCode: string, password: string): Promise<AccountRow | null> {
    const found = await findByCode(userCode)
    const hash = found?.passwordHash ?? null
    const right = await passwords.check(password, hash)
    if (!right || !found || !hash) return null
    if (!passwords.isOfThisCost(hash)) {
      await replaceHash(db, found.id, hash, await passwords.hash(password))
    }
    return found
  }

  /** Changes the account if it matches, and ends its logins on every node. */
  async function changeAndLogOut(
    which: SQL | undefined,
    change: PgUpdateSetSource<typeof account>,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const changed = await tx.update(account).set(change).where(which).returning({ id: account.id })
      for (const { id } of changed) await endLogins(tx, eq(login.accountId, id))
    })
  }

  function setRole(userCode: string, role: Role): Promise<void> {
    return changeAndLogOut(and(eq(account.userCode, userCode), ne(account.role, role)), { role })
  }

  function disable(userCode: string): Promise<void> {
    return changeAndLogOut(eq(account.userCode, userCode), { disabledAt: sql`now()` })
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

async function upsert(tx: Transaction, person: PlatformPerson) {
  const { userCode, role, name, unitCode } = person
  const [before] = await tx.select().from(account).where(eq(account.userCode, userCode)).for('update')
  const [row] = await tx
    .insert(account)
    .values({ id: randomUUID(), ...person })
    .onConflictDoUpdate({ target: account.userCode, set: { role, name, unitCode } })
    .returning()
  if (!row) throw new Error('an account was neither added nor found')
  return { before, row }
}

/** Stores another hash of the account's password, unless the password was changed meanwhile. */
async function replaceHash(db: Database['db'], id: string, before: string, passwordHash: string) {
  const unchanged = and(eq(account.id, id), eq(account.passwordHash, before))
  await db.update(account).set({ passwordHash }).where(unchanged)
}
