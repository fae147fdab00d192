import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { migrate } from './migrate.ts'

export interface DatabaseOptions {
  /** Connections at most, besides those of `reads`. */
  readonly connections?: number
  /** How long a statement may take, in milliseconds. */
  readonly statementMilliseconds?: number
  /** Hears of connections that broke while idle; the pool replaces them. */
  readonly onError?: (error: Error) => void
}

const readConnections = 6
/** So long (ms) a connection is waited for, whether it has to be made or to come free. */
const connectMilliseconds = 30_000
/**
 * A statement that takes so long (ms) hangs, on a lock or a disk, and is ended by the database, which has then done
 * nothing of it. Nothing that runs through these pools is slow by its nature: what is long goes page by page, and
 * migrations have a connection without limits.
 */
const usualStatement = 30_000
/** So much later (ms) there is no database at the other end: what became of a statement is then not known. */
const silence = 10_000
/** A transaction in which nothing is asked for so long (ms) is given up, with its locks. */
const idleInTransaction = 60_000

/** Opens the database at `url` and brings it to this version's schema. */
export async function openDatabase(
  url: string,
  { connections = 20, statementMilliseconds = usualStatement, onError = () => {} }: DatabaseOptions = {},
) {
  await migrateAt(url)
  const limits = limitsOf(statementMilliseconds)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    application_name: 'kaibiao',
    ...limits,
    // The log's statements take lists of any length: planned anew for every length, planning costs more than running.
    options: '-c plan_cache_mode=force_generic_plan',
  })
  pool.on('error', onError)
  // A connection that breaks while somebody holds it fails their query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const reads = openReads(url, limits, onError)
  return {
    url,
    pool,
    db: drizzle(pool),
    reads: drizzle(reads),
    close: async () => void (await Promise.all([pool.end(), reads.end()])),
  }
}

/** On a connection of its own: another node's migration is waited for, and this one's takes as long as it takes. */
async function migrateAt(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'kaibiao migration',
    connectionTimeoutMillis: connectMilliseconds,
  })
  // One that breaks fails the query that waits; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  await migrate(client).finally(() => client.end())
}

function limitsOf(statement: number) {
  return {
    connectionTimeoutMillis: connectMilliseconds,
    statement_timeout: statement,
    // Nobody holds a lock for long: what waits for one must not keep those that share its connection's place waiting.
    lock_timeout: Math.ceil(statement / 3),
    query_timeout: statement + silence,
    idle_in_transaction_session_timeout: idleInTransaction,
  }
}

/**
 * A few connections for lists of any filter: planned for the values asked for, and never in the way of the log's,
 * however many people look at the hall at once.
 */
function openReads(
  url: string,
  limits: ReturnType<typeof limitsOf>,
  onError: (error: Error) => void,
): pg.Pool {
  const reads = new pg.Pool({
    connectionString: url,
    max: readConnections,
    keepAlive: true,
    application_name: 'kaibiao reads',
    ...limits,
  })
  reads.on('error', onError)
  reads.on('connect', (client) => client.on('error', () => {}))
  return reads
}

export type Database = Awaited<ReturnType<typeof openDatabase>>
export type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0]
