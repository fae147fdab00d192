import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { inTransaction } from './transaction.ts'

export interface DatabaseOptions {
  /** Connections at most, besides those of `reads`. */
  readonly connections?: number
  /** How long a statement may take, in milliseconds. */
  readonly statementMilliseconds?: number
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError?: (error: Error) => void
}

/** Connections of `reads`. */
const readConnections = 6
/** How long (ms) a connection is waited for, whether it is opened or becomes free. */
const connectMilliseconds = 30_000
/**
 * The database cancels a statement after this long (ms) and rolls it back: it hangs on a lock or disk. No statement of
 * these pools is slow by nature: long reads go page by page, and migrations have a connection without limits.
 */
const usualStatementMilliseconds = 30_000
/** This much later (ms) the database counts as gone; the outcome of the statement is then unknown. */
const responseMargin = 10_000
/** A transaction without a statement for this long (ms) is rolled back, which releases its locks. */
const idleInTransactionMilliseconds = 60_000

/** Opens the database at `url` and brings it to this version's schema. */
export async function openDatabase(
  url: string,
  {
    connections = 20,
    statementMilliseconds = usualStatementMilliseconds,
    onError = () => {},
  }: DatabaseOptions = {},
) {
  await migrateAt(url)
  const limits = limitsOf(statementMilliseconds)
  const pool = openPool(
    {
      connectionString: url,
      max: connections,
      application_name: 'kaibiao',
      ...limits,
      // The log's statements take lists of any length: planning them for each length would cost more than running them.
      options: '-c plan_cache_mode=force_generic_plan',
    },
    onError,
  )
  // Lists with filters are planned for the values asked for; viewers of the section list never delay an append.
  const reads = openPool(
    { connectionString: url, max: readConnections, application_name: 'kaibiao reads', ...limits },
    onError,
  )
  return {
    url,
    pool,
    db: withTransactions(pool),
    reads: drizzle(reads),
    close: async () => void (await Promise.all([pool.end(), reads.end()])),
  }
}

/** On a connection without time limits: a migration, here or on another node, may take long. */
async function migrateAt(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'kaibiao migration',
    connectionTimeoutMillis: connectMilliseconds,
  })
  // A connection that breaks fails its query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  await migrate(client).finally(() => client.end())
}

function limitsOf(statement: number) {
  return {
    connectionTimeoutMillis: connectMilliseconds,
    statement_timeout: statement,
    // Locks are held briefly: a statement that waits for one longer must not keep its connection from others.
    lock_timeout: Math.ceil(statement / 3),
    query_timeout: statement + responseMargin,
    idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
  }
}

/** Drizzle's own transaction keeps the connection for good where its `begin` fails. */
function withTransactions(pool: pg.Pool) {
  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(pool, (client) => work(drizzle(client)))
  return Object.assign(drizzle(pool) as Omit<NodePgDatabase, 'transaction'>, { transaction })
}

export type Database = Awaited<ReturnType<typeof openDatabase>>
/** Without transactions of its own. */
export type Transaction = Omit<NodePgDatabase, 'transaction'>
