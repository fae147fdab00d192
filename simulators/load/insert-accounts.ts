import { randomUUID, scryptSync } from 'node:crypto'
import { accountFields } from '#server/auth/marked-fields.ts'
import { openDatabase } from '#server/db/database.ts'
import { account } from '#server/db/schema.ts'
import type { NewAccount } from '../fixtures/accounts.ts'
import { secretsIn } from '../fixtures/hall-secrets.ts'

/** Rows per statement. */
const batch = 1000

/**
 * Inserts accounts directly into our own database. The platform's call hashes passwords slowly by design, which would
 * take minutes for thousands of accounts; these rows have the cheapest hash.
 */
export async function insertAccounts(
  { databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir: string },
  accounts: readonly NewAccount[],
): Promise<void> {
  const database = await openDatabase(databaseUrl, { connections: 1 })
  const { marks } = await secretsIn(dataDir, database)
  const hashes = new Map<string, string>()
  const hashOf = (password: string) => {
    const hash = hashes.get(password) ?? cheapHash(password)
    hashes.set(password, hash)
    return hash
  }
  const rows = accounts.map(({ password, ...fields }) => {
    const row = { id: randomUUID(), ...fields, passwordHash: hashOf(password), disabledAt: null }
    return { ...row, mark: marks.of('account', accountFields(row)) }
  })
  try {
    for (let start = 0; start < rows.length; start += batch) {
      await database.db.insert(account).values(rows.slice(start, start + batch))
    }
  } finally {
    await database.close()
  }
}

/** A hash in the server's format with the lowest scrypt cost. */
function cheapHash(password: string): string {
  const cost = { N: 2, r: 1, p: 1 }
  const salt = Buffer.alloc(16, 's')
  const key = scryptSync(password.normalize('NFKC'), salt, 32, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}
