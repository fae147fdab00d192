import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { LineSpan, WindowHealth } from '#domain/decryption/window-health.ts'
import type { Span } from '#domain/session/window.ts'
import type { Clock } from '#lib/ports.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import { createLines, type Line } from './lines.ts'
import { createShift } from './shift.ts'

/*
 * What stands as evidence when a window closes: when no node of the hall was at work, and how bidders were connected.
 * 1. Every node beats into the database. A gap between the beats of all of them is an outage, written down by the first
 *    beat after it: it outlives the nodes.
 * 2. A node that waits for the database for a while is at work all the same; one that gets no answer is not.
 * 3. Nodes' clocks may differ from each other's and from the database's: everything in the database is told by its own,
 *    lines as well as beats and the gaps between them. What is asked for and answered is told by the node's, as the log
 *    is; each beat shows how far the two are apart.
 * 4. Bidders' lines go along with the beat, all that changed in one statement. Whoever connects waits for nothing here.
 */

export interface NodeWatch {
  /** Takes up the beat; what the hall has missed is on record when this resolves. */
  start(): Promise<void>
  joined(sessionId: string, bidderCode: string): void
  left(sessionId: string, bidderCode: string): void
  /** What is on record about a section's window, this moment included. Throws while the database is away. */
  health(sessionId: string, window: Span): Promise<WindowHealth>
  /** Removes what is older than anybody asks for. */
  forget(): Promise<void>
  stop(): Promise<void>
}

const beatMilliseconds = 1000
/** So long without a beat and the hall was away. */
const gapMilliseconds = 3000
/** So long without an answer and the database is away. */
const patience = 5000
const keptMilliseconds = 90 * 24 * 3_600_000

/**
 * `url`: of the database, to which the watch has a connection of its own: what queues up elsewhere must not delay it.
 * `sharedClock` tells the time for all nodes; the database's own where it is left out.
 */
export function createNodeWatch(url: string, clock: Clock, logger: Logger, sharedClock?: Clock): NodeWatch {
  const node = randomUUID()
  const shift = createShift(clock)
  /** What the shared clock shows by now. */
  const lines = createLines(() => clock() + shift.milliseconds())
  const oneAtATime = createTurnstile(1)
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    keepAlive: true,
    application_name: 'kaibiao watch',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  /** When the database last answered a beat, by the shared clock. */
  let answered: Date | null = null
  let isBeating = false
  let failing = false
  let timer: NodeJS.Timeout | undefined

  const beat = () =>
    oneAtATime(async () => {
      const asked = clock()
      const { rows } = await pool.query<{ answered: Date }>(beatQuery, [node, sharedNow(), answered])
      answered = rows[0]?.answered ?? answered
      if (rows[0]) shift.seen(asked, rows[0].answered.getTime())
      await writeLines()
    })

  /** Null: the database is to take its own. */
  const sharedNow = () => (sharedClock ? isoTime(sharedClock()) : null)

  async function writeLines(): Promise<void> {
    const taken = lines.take()
    if (taken.length === 0) return
    try {
      await pool.query(linesQuery, columnsOf(taken, node))
    } catch (error) {
      lines.putBack(taken)
      throw error
    }
  }

  function tick(): void {
    // While the database is away they must not pile up.
    if (isBeating) return
    isBeating = true
    beat()
      .then(
        () => {
          failing = false
        },
        (error: unknown) => {
          if (!failing) logger.error({ err: error }, 'this node does not reach the database')
          failing = true
        },
      )
      .finally(() => {
        isBeating = false
      })
  }

  return {
    async start() {
      await beat()
      timer = setInterval(tick, beatMilliseconds)
    },
    joined: lines.joined,
    left: lines.left,
    async health(sessionId, window) {
      // What was missed until now comes first.
      await beat()
      const apart = shift.milliseconds()
      const { from, to } = shifted(window, apart)
      const spanOf = (row: SpanRow) => shifted(rowSpan(row), -apart)
      const outages = await pool.query<SpanRow>(outagesQuery, [from, to])
      const values = [sessionId, from, to, sharedNow()]
      const connected = await pool.query<LineRow>(connectedQuery, values)
      const spans: Record<string, LineSpan[]> = {}
      for (const row of connected.rows) {
        const known = spans[row.bidder_code] ?? []
        spans[row.bidder_code] = known
        known.push(row.by_node ? { ...spanOf(row), byNode: true } : spanOf(row))
      }
      return { outages: outages.rows.map(spanOf), lines: spans }
    },
    async forget() {
      const until = [isoTime(clock() + shift.milliseconds() - keptMilliseconds)]
      await pool.query(forgetBeatsQuery, until)
      // A little at a time: the beat has to come through.
      while ((await pool.query(forgetLinesQuery, until)).rowCount === forgottenAtOnce);
    },
    async stop() {
      clearInterval(timer)
      await beat().catch(() => {})
      await pool.end()
    },
  }
}

interface SpanRow {
  readonly from_at: Date
  readonly to_at: Date
}

interface LineRow extends SpanRow {
  readonly bidder_code: string
  readonly by_node: boolean
}

function rowSpan({ from_at, to_at }: SpanRow): Span {
  return { from: from_at.toISOString(), to: to_at.toISOString() }
}

function shifted({ from, to }: Span, milliseconds: number): Span {
  return { from: isoTime(epochOf(from) + milliseconds), to: isoTime(epochOf(to) + milliseconds) }
}

function columnsOf(lines: readonly Line[], node: string) {
  return [
    lines.map(({ id }) => id),
    lines.map(({ sessionId }) => sessionId),
    lines.map(({ bidderCode }) => bidderCode),
    node,
    lines.map(({ from }) => isoTime(from)),
    lines.map(({ until }) => until && isoTime(until)),
  ]
}

/** $1 node, $2 now or null, $3 when the database last answered this node. Of several that note one outage the first counts. */
const beatQuery = `
  with shared as (select coalesce($2::timestamptz, clock_timestamp()) as now),
  last as (select greatest(max(at), $3::timestamptz) as at from node_beat),
  missed as (
    insert into hall_outage (from_at, to_at)
    select at, now from last, shared
    where at < now - interval '${gapMilliseconds} milliseconds'
    on conflict (from_at) do nothing
  )
  insert into node_beat (node, at) select $1::uuid, now from shared
  on conflict (node) do update set at = excluded.at
  returning coalesce($2::timestamptz, clock_timestamp()) as answered`

const linesQuery = `
  insert into bidder_line (id, session_id, bidder_code, node, from_at, until_at)
  select id, session_id, bidder_code, $4::uuid, from_at, until_at
  from unnest($1::uuid[], $2::uuid[], $3::text[], $5::timestamptz[], $6::timestamptz[])
    as line (id, session_id, bidder_code, from_at, until_at)
  on conflict (id) do update set until_at = excluded.until_at`

const outagesQuery = `
  select from_at, to_at from hall_outage
  where to_at > $1::timestamptz and from_at < $2::timestamptz order by from_at`

/** $1 section, $2 and $3 the window, $4 now or null. The lines of a node that is gone ended with its last beat. */
const connectedQuery = `
  select bidder_code, from_at, to_at, until_at is null and not at_work as by_node from (
    select line.bidder_code, line.from_at, line.until_at, at_work,
      coalesce(line.until_at, case when at_work then shared.now else beat.at end) as to_at
    from bidder_line line
    left join node_beat beat on beat.node = line.node
    cross join (select coalesce($4::timestamptz, clock_timestamp()) as now) as shared
    cross join lateral (
      select coalesce(beat.at > shared.now - interval '${gapMilliseconds + patience} milliseconds', false) as at_work
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
