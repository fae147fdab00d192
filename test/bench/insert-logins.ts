import { randomUUID } from 'node:crypto'
import { accountFields, loginFields } from '#server/auth/marked-fields.ts'
import type { Database } from '#server/db/database.ts'
import { account, login } from '#server/db/schema.ts'
import type { Marks } from '#server/secrets/marks.ts'

interface Person {
  readonly id: string
  readonly userCode: string
  readonly role: string
  readonly name: string
  readonly unitCode: string | null
}

/** Puts people straight into the database, each with a login; yields the ids of the logins, in the same order. */
export async function insertLogins(
  { db }: Database,
  marks: Marks,
  people: readonly Person[],
  expiresAt: Date,
): Promise<string[]> {
  const accounts = people.map((person) => {
    const row = { ...person, passwordHash: null, disabledAt: null }
    return { ...row, mark: marks.of('account', accountFields(row)) }
  })
  const logins = people.map(({ id }) => {
    const row = { id: randomUUID(), accountId: id, createdAt: new Date(), expiresAt, via: 'test', ...nothing }
    return { ...row, mark: marks.of('login', loginFields(row)) }
  })
  await db.insert(account).values(accounts)
  await db.insert(login).values(logins)
  return logins.map(({ id }) => id)
}

const nothing = {
  address: null,
  refreshHash: null,
  previousHash: null,
  refreshKey: null,
  certificateHash: null,
}
