import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Span } from '#domain/session/window.ts'
import type { WindowHealth } from '#domain/session/window-health.ts'
import type { Clock } from '#lib/ports.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import type { HallClock } from '../clock/hall-clock.ts'
import { openPool } from '../db/pool.ts'
import { repeatWithoutOverlap } from '../repeat.ts'
import type { Marks } from '../secrets/marks.ts'
import {
  type BidderConnection,
  type BidderConnections,
  createBidderConnections,
} from './bidder-connections.ts'
import { answerMilliseconds, createWatchRows, type EvidenceTable, gapMilliseconds } from './watch-rows.ts'

/*
 * Records evidence for closing a window: when no node of the hall was at work, and how bidders were connected.
 * 1. Every node writes a beat into the database. A gap between the beats of all nodes is an outage; the first beat
 *    after the gap records it, so that it outlives the nodes.
 * 2. A node that waits for the database for a while counts as at work; one that gets no answer does not.
 * 3. All times, of beats, outages and connections, are by the hall's clock, which is the database's (DBC-1). Each beat
 *    reads it.
 * 4. Bidders' connections are written with the beat, all changes in one statement: connecting does not wait for it.
 * 5. A row counts only with the hall's mark (KEY-5), an outage neither beyond now nor while this node was at work.
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
/** Of the times in which this node was at work; each further one follows a gap. */
const mostTimesAtWork = 1000
const keptMilliseconds = 90 * 24 * 3_600_000

interface Parts {
  readonly marks: Marks
  readonly logger: Logger
  /** Called for a row that the hall did not write; `id` is its primary key. */
  onForged(table: EvidenceTable, id: string): void
}

/**
 * `url` is the database's: the watch has a connection of its own, so that other statements do not delay the beat.
 * Each beat is a reading of `clock`. `databaseClock` stands for the database's clock in tests.
 */
export function createNodeWatch(
  url: string,
  clock: HallClock,
  { marks, logger, onForged }: Parts,
  databaseClock?: Clock,
): NodeWatch {
  const node = randomUUID()
  const connections = createBidderConnections(clock.now)
  const oneAtATime = createSemaphore(1)
  const pool = watchPool(url)
  /** Null: the database takes its own. */
  const givenNow = () => (databaseClock ? isoTime(databaseClock()) : null)
  const rows = createWatchRows({ pool, node, marks, onForged, givenNow })
  /** When the database last answered a beat (epoch ms). */
  let answered: number | null = null
  /** When this node was at work, as it knows itself. */
  let atWork: readonly Span[] = []
  let failing = false
  let stopBeating = () => {}
  let onOutage = () => {}

  /** Yields the database's time. */
  const beat = () =>
    oneAtATime(async () => {
      const asked = clock.monotonic()
      const { now, last } = await rows.readLast(answered)
      clock.observe(asked, now)
      const isGap = last !== null && last < now - gapMilliseconds
      const outage = isGap ? { from: isoTime(last), to: isoTime(now) } : null
      const written = await rows.writeBeat(now, outage)
      answered = written.answered
      atWork = extended(atWork, now)
      if (written.recorded) onOutage()
      await writeConnections(connections, rows.writeLines)
      return written.answered
    })

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
      const now = await beat()
      return rows.readWindow(sessionId, window, now, atWork)
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

/** Times at work with a beat at `at` (epoch ms); beats further apart than an outage's length begin another. */
function extended(atWork: readonly Span[], at: number): readonly Span[] {
  const beat = isoTime(at)
  const last = atWork.at(-1)
  if (last && at - epochOf(last.to) <= gapMilliseconds) return [...atWork.slice(0, -1), { ...last, to: beat }]
  return [...atWork.slice(1 - mostTimesAtWork), { from: beat, to: beat }]
}

/** Writes the connections that changed; those that cannot be written are written with the next beat. */
async function writeConnections(
  connections: BidderConnections,
  write: (lines: readonly BidderConnection[]) => Promise<void>,
): Promise<void> {
  const taken = connections.take()
  if (taken.length === 0) return
  try {
    await write(taken)
  } catch (error) {
    connections.putBack(taken)
    throw error
  }
}

const forgetBeatsQuery = `
  with beats as (delete from node_beat where at < $1::timestamptz)
  delete from hall_outage where to_at < $1::timestamptz`

const forgottenAtOnce = 1000
const forgetLinesQuery = `
  delete from bidder_line where id in (
    select id from bidder_line where from_at < $1::timestamptz limit ${forgottenAtOnce}
  )`
