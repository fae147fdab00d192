import { randomUUID, scryptSync } from 'node:crypto'
import { openDatabase } from '#server/db/database.ts'
import { account } from '#server/db/schema.ts'
import type { NewAccount } from '../fixtures/bids.ts'

/** Rows in one statement. */
const batch = 1000

/**
 * Puts accounts into a database of one's own, past the platform's call: its password hash is slow by design, and
 * thousands of them would keep the server busy for minutes. These have the cheapest there is.
 */
export async function insertAccounts(databaseUrl: string, accounts: readonly NewAccount[]): Promise<void> {
  const database = await openDatabase(databaseUrl, { connections: 1 })
  const hashes = new Map<string, string>()
  const hashOf = (password: string) => {
    const hash = hashes.get(password) ?? cheapHash(password)
    hashes.set(password, hash)
    return hash
  }
  const rows = accounts.map(({ password, ...fields }) => ({
    id: randomUUID(),
    ...fields,
    passwordHash: hashOf(password),
  }))
  try {
    for (let start = 0; start < rows.length; start += batch) {
      await database.db.insert(account).values(rows.slice(start, start + batch))
    }
  } finally {
    await database.close()
  }
}

/** A hash as the server reads it, its parameters in it: the least that scrypt can do. */
function cheapHash(password: string): string {
  const cost = { N: 2, r: 1, p: 1 }
  const salt = Buffer.alloc(16, 's')
  const key = scryptSync(password.normalize('NFKC'), salt, 32, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}
