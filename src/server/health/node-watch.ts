import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Span } from '#domain/session/window.ts'
import type { LineSpan, WindowHealth } from '#domain/session/window-health.ts'
import type { Clock } from '#lib/ports.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { isoTime } from '#lib/time.ts'
import type { HallClock } from '../clock/hall-clock.ts'
import { openPool } from '../db/pool.ts'
import { repeatWithoutOverlap } from '../repeat.ts'
import {
  type BidderConnection,
  type BidderConnections,
  createBidderConnections,
} from './bidder-connections.ts'

/*
 * Records evidence for closing a window: when no node of the hall was at work, and how bidders were connected.
 * 1. Every node writes a beat into the database. A gap between the beats of all nodes is an outage; the first beat
 *    after the gap records it, so that it outlives the nodes.
 * 2. A node that waits for the database for a while counts as at work; one that gets no answer does not.
 * 3. All times, of beats, outages and connections, are by the hall's clock, which is the database's (DBC-1). Each beat
 *    reads it.
 * 4. Bidders' connections are written with the beat, all changes in one statement: connecting does not wait for it.
 */

export interface NodeWatch {
  /** Starts beating; an outage that ends now is recorded when this resolves. */
  start(): Promise<void>
  /** `listener` is called after this node has recorded an outage of the hall. */
  onOutage(listener: () => void): void
  joined(sessionId: string, bidderCode: string): void
  left(sessionId: string, bidderCode: string): void
  /** What is recorded about a section's window up to now. Throws while the database is unavailable. */
  health(sessionId: string, window: Span): Promise<WindowHealth>
  /** Removes records that are past their retention time. */
  removeOld(): Promise<void>
  stop(): Promise<void>
}

const beatMilliseconds = 1000
/** This long without a beat of any node is an outage. */
const gapMilliseconds = 3000
/** This long without an answer the database counts as unavailable. */
const answerMilliseconds = 5000
const keptMilliseconds = 90 * 24 * 3_600_000

/**
 * `url` is the database's: the watch has a connection of its own, so that other statements do not delay the beat.
 * Each beat is a reading of `clock`. `databaseClock` stands for the database's clock in tests.
 */
export function createNodeWatch(
  url: string,
  clock: HallClock,
  logger: Logger,
  databaseClock?: Clock,
): NodeWatch {
  const node = randomUUID()
  const connections = createBidderConnections(clock.now)
  const oneAtATime = createSemaphore(1)
  const pool = watchPool(url)
  /** When the database last answered a beat. */
  let answered: Date | null = null
  let failing = false
  let stopBeating = () => {}
  let onOutage = () => {}

  const beat = () =>
    oneAtATime(async () => {
      const asked = clock.monotonic()
      const { rows } = await pool.query<{ answered: Date; missed: boolean }>(beatQuery, [
        node,
        givenNow(),
        answered,
      ])
      answered = rows[0]?.answered ?? answered
      if (rows[0]) clock.observe(asked, rows[0].answered.getTime())
      if (rows[0]?.missed) onOutage()
      await writeConnections(pool, connections, node)
    })

  /** Null: the database takes its own. */
  const givenNow = () => (databaseClock ? isoTime(databaseClock()) : null)

  async function beatOrLog(): Promise<void> {
    try {
      await beat()
      failing = false
    } catch (error) {
      if (!failing) logger.error({ err: error }, 'this node does not reach the database')
      failing = true
    }
  }

  return {
    async start() {
      await beat()
      // While the database does not answer, beats must not pile up.
      stopBeating = repeatWithoutOverlap(beatMilliseconds, beatOrLog)
    },
    onOutage(listener) {
      onOutage = listener
    },
    joined: connections.joined,
    left: connections.left,
    async health(sessionId, window) {
      // Records an outage that lasted until now.
      await beat()
      return readWindow(pool, sessionId, window, givenNow())
    },
    async removeOld() {
      const until = [isoTime(clock.now() - keptMilliseconds)]
      await pool.query(forgetBeatsQuery, until)
      // A little at a time, so that beats are not delayed.
      while ((await pool.query(forgetLinesQuery, until)).rowCount === forgottenAtOnce);
    },
    async stop() {
      stopBeating()
      await beat().catch(() => {})
      await pool.end()
    },
  }
}

function watchPool(url: string): Pool {
  return openPool({
    connectionString: url,
    max: 1,
    application_name: 'kaibiao watch',
    connectionTimeoutMillis: answerMilliseconds,
    query_timeout: answerMilliseconds,
  })
}

/** Writes the connections that changed; those that cannot be written are written with the next beat. */
async function writeConnections(pool: Pool, connections: BidderConnections, node: string): Promise<void> {
  const taken = connections.take()
  if (taken.length === 0) return
  try {
    await pool.query(linesQuery, columnsOf(taken, node))
  } catch (error) {
    connections.putBack(taken)
    throw error
  }
}

/** `now`: as `givenNow`. */
async function readWindow(
  pool: Pool,
  sessionId: string,
  { from, to }: Span,
  now: string | null,
): Promise<WindowHealth> {
  const outages = await pool.query<SpanRow>(outagesQuery, [from, to])
  const connected = await pool.query<LineRow>(connectedQuery, [sessionId, from, to, now])
  const lines: Record<string, LineSpan[]> = {}
  for (const row of connected.rows) {
    const known = lines[row.bidder_code] ?? []
    lines[row.bidder_code] = known
    known.push(row.by_node ? { ...spanOf(row), byNode: true } : spanOf(row))
  }
  return { outages: outages.rows.map(spanOf), lines }
}

interface SpanRow {
  readonly from_at: Date
  readonly to_at: Date
}

interface LineRow extends SpanRow {
  readonly bidder_code: string
  readonly by_node: boolean
}

function spanOf({ from_at, to_at }: SpanRow): Span {
  return { from: from_at.toISOString(), to: to_at.toISOString() }
}

function columnsOf(lines: readonly BidderConnection[], node: string) {
  return [
    lines.map(({ id }) => id),
    lines.map(({ sessionId }) => sessionId),
    lines.map(({ bidderCode }) => bidderCode),
    node,
    lines.map(({ from }) => isoTime(from)),
    lines.map(({ until }) => until && isoTime(until)),
  ]
}

/** $1 node, $2 now or null, $3 when the database last answered this node. Several nodes record an outage once. */
const beatQuery = `
  with shared as (select coalesce($2::timestamptz, clock_timestamp()) as now),
  last as (select greatest(max(at), $3::timestamptz) as at from node_beat),
  missed as (
    insert into hall_outage (from_at, to_at)
    select at, now from last, shared
    where at < now - interval '${gapMilliseconds} milliseconds'
    on conflict (from_at) do nothing
    returning from_at
  )
  insert into node_beat (node, at) select $1::uuid, now from shared
  on conflict (node) do update set at = excluded.at
  returning coalesce($2::timestamptz, clock_timestamp()) as answered,
    exists (select from missed) as missed`

const linesQuery = `
  insert into bidder_line (id, session_id, bidder_code, node, from_at, until_at)
  select id, session_id, bidder_code, $4::uuid, from_at, until_at
  from unnest($1::uuid[], $2::uuid[], $3::text[], $5::timestamptz[], $6::timestamptz[])
    as line (id, session_id, bidder_code, from_at, until_at)
  on conflict (id) do update set until_at = excluded.until_at`

const outagesQuery = `
  select from_at, to_at from hall_outage
  where to_at > $1::timestamptz and from_at < $2::timestamptz order by from_at`

/** $1 section, $2 and $3 the window, $4 the time now, null for the
 * database's own clock. The connections of a dead node count as ended at its last beat. */
const connectedQuery = `
  select bidder_code, from_at, to_at, until_at is null and not at_work as by_node from (
    select line.bidder_code, line.from_at, line.until_at, at_work,
      coalesce(line.until_at, case when at_work then shared.now else beat.at end) as to_at
    from bidder_line line
    left join node_beat beat on beat.node = line.node
    cross join (select coalesce($4::timestamptz, clock_timestamp()) as now) as shared
    cross join lateral (
      select coalesce(
        beat.at > shared.now - interval '${gapMilliseconds + answerMilliseconds} milliseconds', false) as at_work
    ) as node
    where line.session_id = $1 and line.from_at < $3::timestamptz
  ) as known
  where to_at > greatest(from_at, $2::timestamptz)`

const forgetBeatsQuery = `
  with beats as (delete from node_beat where at < $1::timestamptz)
  delete from hall_outage where to_at < $1::timestamptz`

const forgottenAtOnce = 1000
const forgetLinesQuery = `
  delete from bidder_line where id in (
    select id from bidder_line where from_at < $1::timestamptz limit ${forgottenAtOnce}
  )`
