import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/session/actor.ts'
import type { Database, Transaction } from '../db/database.ts'
import { account, login } from '../db/schema.ts'
import type { Marks } from '../secrets/marks.ts'
import { endLogins } from './login-ending.ts'
import { accountFields } from './marked-fields.ts'
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

/** A person's account, and what the platform's description changed of it. */
export interface Described {
  readonly account: AccountRow
  /** It was added, or had another name, role or unit. */
  readonly isChanged: boolean
  /** The logins that this ended. */
  readonly ended: readonly string[]
}

/**
 * The people who may log in. A change of role or unit and a disabling end all their logins in the same transaction. A row
 * that the hall did not write, or that was changed outside it, is no account (KEY-5).
 */
export function createAccounts(database: Database, passwords: Passwords, marks: Marks) {
  const { db } = database
  const isGenuine = (row: AccountRow) => isMarked(marks, row)

  /** Adds an account; false when the code is taken. Repeated under the same id it is added once. */
  async function add(input: NewAccount, id: string = randomUUID()): Promise<boolean> {
    const { password, ...fields } = input
    const passwordHash = await passwords.hash(password)
    const row = withMark(marks, { id, ...fields, passwordHash, disabledAt: null })
    const added = await db.insert(account).values(row).onConflictDoNothing().returning({ id: account.id })
    return added.length === 1 || (await findByCode(input.userCode))?.id === id
  }

  async function findByCode(userCode: string): Promise<AccountRow | null> {
    const [found] = await db.select().from(account).where(eq(account.userCode, userCode))
    return found && isGenuine(found) ? found : null
  }

  /** The oldest account of the unit in one of these roles that is not disabled. */
  async function findByUnit(unitCode: string, roles: readonly Role[]): Promise<AccountRow | null> {
    const isOne = and(eq(account.unitCode, unitCode), inArray(account.role, [...roles]))
    const isTheirs = and(isOne, isNull(account.disabledAt))
    const rows = await db.select().from(account).where(isTheirs).orderBy(account.createdAt, account.id)
    return rows.find(isGenuine) ?? null
  }

  /**
   * The account of a person as the platform describes them now, added where it is missing. Another role or unit than
   * before ends their logins. Null where the row with this code is not the hall's: the platform does not vouch for its
   * password.
   */
  async function upsertFromPlatform(person: PlatformPerson): Promise<Described | null> {
    return db.transaction(async (tx) => {
      const before = await lockedByCode(tx, person.userCode)
      const row = before ? null : await insertNew(tx, person)
      if (row) return { account: row, isChanged: true, ended: [] }
      // Another node may have added the person meanwhile.
      const there = before ?? (await lockedByCode(tx, person.userCode))
      if (!there || !isGenuine(there)) return null
      const changed = withMark(marks, { ...there, ...person })
      await tx.update(account).set(changed).where(eq(account.id, there.id))
      const isOther = there.role !== person.role || there.unitCode !== person.unitCode
      const ended = isOther ? await endLogins(tx, eq(login.accountId, there.id)) : []
      return { account: changed, isChanged: isOther || there.name !== person.name, ended }
    })
  }

  /** Null where the code is taken. */
  async function insertNew(tx: Transaction, person: PlatformPerson): Promise<AccountRow | null> {
    const added = withMark(marks, { id: randomUUID(), passwordHash: null, disabledAt: null, ...person })
    const [row] = await tx.insert(account).values(added).onConflictDoNothing().returning()
    return row ?? null
  }

  /**
   * The account with this password. An unknown account takes as long as a wrong password. A hash of another cost than
   * the present one, or from before there was a pepper, is replaced.
   */
  async function verify(userCode: string, password: string): Promise<AccountRow | null> {
    const found = await findByCode(userCode)
    const hash = found?.passwordHash ?? null
    const right = await passwords.check(password, hash)
    if (!right || !found || !hash) return null
    if (!passwords.isUpToDate(hash)) {
      await replaceHash(db, marks, found, await passwords.hash(password))
    }
    return found
  }

  return {
    ...{ add, findByCode, findByUnit, upsertFromPlatform, verify },
    ...createAccountChanges(db, marks),
  }
}

function createAccountChanges(db: Database['db'], marks: Marks) {
  /** Changes the account if it matches, and ends its logins on every node. */
  async function changeAndLogOut(
    which: SQL | undefined,
    change: { readonly role: Role } | { readonly disabledAt: SQL },
  ): Promise<void> {
    await db.transaction(async (tx) => {
      for (const row of await tx.select().from(account).where(which).for('update')) {
        if (!isMarked(marks, row)) continue
        await tx
          .update(account)
          .set(withMark(marks, { ...row, ...change }))
          .where(eq(account.id, row.id))
        await endLogins(tx, eq(login.accountId, row.id))
      }
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

  return { setRole, disable, setProjectType }
}

export type Accounts = ReturnType<typeof createAccounts>

function isMarked(marks: Marks, row: AccountRow): boolean {
  return marks.isRight('account', accountFields(row), row.mark)
}

/** The row with its mark. */
function withMark<Row extends Parameters<typeof accountFields>[0]>(marks: Marks, row: Row) {
  return { ...row, mark: marks.of('account', accountFields(row)) }
}

async function lockedByCode(tx: Transaction, userCode: string): Promise<AccountRow | null> {
  const [row] = await tx.select().from(account).where(eq(account.userCode, userCode)).for('update')
  return row ?? null
}

/** Stores another hash of the account's password, unless the account was changed meanwhile. */
async function replaceHash(db: Database['db'], marks: Marks, row: AccountRow, passwordHash: string) {
  const unchanged = and(eq(account.id, row.id), eq(account.mark, row.mark ?? ''))
  await db
    .update(account)
    .set(withMark(marks, { ...row, passwordHash }))
    .where(unchanged)
}
