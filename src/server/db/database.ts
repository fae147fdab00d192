import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { migrate } from './migrate.ts'

export interface DatabaseOptions {
  /** Connections at most. */
  readonly connections?: number
  /** Hears of connections that broke while idle; the pool replaces them. */
  readonly onError?: (error: Error) => void
}

/** Opens the database at `url` and brings it to this version's schema. */
export async function openDatabase(
  url: string,
  { connections = 20, onError = () => {} }: DatabaseOptions = {},
) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    application_name: 'kaibiao',
    connectionTimeoutMillis: 30_000,
    // The log's statements take lists of any length: planned anew for every length, planning costs more than running.
    options: '-c plan_cache_mode=force_generic_plan',
  })
  pool.on('error', onError)
  // A connection that breaks while somebody holds it fails their query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const client = await pool.connect()
    await migrate(client).finally(() => client.release())
  } catch (error) {
    await pool.end()
    throw error
  }
  return { url, pool, db: drizzle(pool), close: () => pool.end() }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>
