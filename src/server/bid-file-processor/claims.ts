import { createHash } from 'node:crypto'
import pg from 'pg'
import { createSemaphore } from '#lib/semaphore.ts'

/** Which node opens a file. A claim ends when it is given back, or when its node ends. */
export interface Claims {
  /** True when this node now holds the claim. */
  take(name: string): Promise<boolean>
  giveBack(name: string): Promise<void>
  close(): Promise<void>
}

/** A database that does not answer within this time counts as unreachable. */
const usualTimeoutMs = 10_000
/** A node that vanished loses its claims after 20 seconds, not after the operating system's two hours. */
const keepalives = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/**
 * Claims as PostgreSQL's advisory locks, on a connection of their own, which ends with the node. A claim only saves
 * work; the log ensures that a file has one outcome. Without an answer within `timeoutMs` a request fails, and the
 * next one uses a new connection.
 */
export function createClaims(url: string, timeoutMs = usualTimeoutMs): Claims {
  // A connection takes one query at a time.
  const inTurn = createSemaphore(1)
  let connection: Promise<pg.Client> | null = null

  function connected(): Promise<pg.Client> {
    if (connection) return connection
    const opening = connect()
    connection = opening
    opening.then(
      (client) => client.on('end', () => forget(opening)),
      () => forget(opening),
    )
    return opening
  }

  function forget(one: Promise<pg.Client>): void {
    if (connection === one) connection = null
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      options: keepalives,
      query_timeout: timeoutMs,
      connectionTimeoutMillis: timeoutMs,
      application_name: 'kaibiao claims',
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  /** A connection that failed is closed: its next answer could belong to an earlier query. */
  async function ask(opening: Promise<pg.Client>, query: pg.QueryConfig): Promise<boolean> {
    const client = await opening
    try {
      const { rows } = await client.query<{ done: boolean }>(query)
      return rows[0]?.done ?? false
    } catch (error) {
      forget(opening)
      client.end().catch(() => {})
      throw error
    }
  }

  return {
    async take(name) {
      const text = 'select pg_try_advisory_lock($1::bigint) as done'
      return inTurn(() => ask(connected(), { name: 'kaibiao-claim', text, values: [numberOf(name)] }))
    },
    async giveBack(name) {
      // A broken connection has released its locks already.
      const text = 'select pg_advisory_unlock($1::bigint) as done'
      const values = [numberOf(name)]
      await inTurn(async () => connection && ask(connection, { text, values })).catch(() => {})
    },
    async close() {
      const client = await connection?.catch(() => null)
      await client?.end().catch(() => {})
    },
  }
}

function numberOf(name: string): string {
  return createHash('sha256').update(`kaibiao opening ${name}`).digest().readBigInt64BE().toString()
}
