import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'

/** Does work for the same bytes one after the other, across nodes. */
export function withBytesLocked<T>(
  { db }: Pick<Database, 'db'>,
  sha256: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`)
    return work(tx)
  })
}
