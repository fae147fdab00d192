import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { migrate } from './migrate.ts'

export interface DatabaseOptions {
  /** Connections at most, besides those of `reads`. */
  readonly connections?: number
  /** Hears of connections that broke while idle; the pool replaces them. */
  readonly onError?: (error: Error) => void
}

const readConnections = 6

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
  const reads = openReads(url, onError)
  return {
    url,
    pool,
    db: drizzle(pool),
    reads: drizzle(reads),
    close: async () => void (await Promise.all([pool.end(), reads.end()])),
  }
}

/**
 * A few connections for lists of any filter: planned for the values asked for, and never in the way of the log's,
 * however many people look at the hall at once.
 */
function openReads(url: string, onError: (error: Error) => void): pg.Pool {
  const reads = new pg.Pool({
    connectionString: url,
    max: readConnections,
    keepAlive: true,
    application_name: 'kaibiao reads',
    connectionTimeoutMillis: 30_000,
  })
  reads.on('error', onError)
  reads.on('connect', (client) => client.on('error', () => {}))
  return reads
}

export type Database = Awaited<ReturnType<typeof openDatabase>>
