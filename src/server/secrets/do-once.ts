import type { ClientBase } from 'pg'
import type { Database } from '../db/database.ts'
import type { Secrets } from './secrets.ts'

/** What is known outside the database of whether something was done. */
export interface OnceWitness {
  has(): boolean
  note(): void
}

interface Once {
  /** An arbitrary number, the same on every node: one node does the work, the others wait. */
  readonly lock: number
  /** The setting that says that it was done, wrapped like a secret. */
  readonly name: string
  readonly witness: OnceWitness
}

/**
 * Does something once for a database, in a transaction of one node. `work` throws where the witness says that it was done
 * before, and yields how much it did; 0 if it was done already.
 */
export async function doOnce(
  { pool, of }: Pick<Database, 'pool'> & Pick<Secrets, 'of'>,
  { lock, name, witness }: Once,
  work: (client: ClientBase) => Promise<number>,
): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    const { rowCount } = await client.query('select from setting where key = $1', [name])
    const done = rowCount === 1 ? 0 : await work(client)
    await client.query('commit')
    // Throws where the row was altered.
    await of(name, () => 'begun')
    witness.note()
    return done
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
